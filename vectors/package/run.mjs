#!/usr/bin/env node
// Gives every vector to a program or a service, and compares the answers.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { compare } from './compare.mjs'

const USAGE = `Usage: cloudstreet-vectors [--only TEXT] [--json] -- COMMAND [ARGUMENTS]
       cloudstreet-vectors [--only TEXT] [--json] --url ADDRESS      with CLOUDSTREET_KEY in the environment
       cloudstreet-vectors --list

Runs COMMAND for each file and compares the JSON that it prints with what is expected. The path of the file stands where
an argument is {file}, or at the end; FLIGHT_DATE in the environment is the date given with the upload, if there is one.
With --url the files are sent to POST /api/v1/flights/validate. Exits 1 when an answer differs.

  --only TEXT     vectors whose group or name contains TEXT
  --json          a report for programs
  --data FOLDER   another folder with a manifest.json
  --list          the vectors
`

await main().catch((error) => {
  console.error(error.message)
  process.exitCode = 2
})

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      url: { type: 'string' },
      only: { type: 'string', default: '' },
      data: { type: 'string', default: join(import.meta.dirname ?? '.', 'dist') },
      json: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const folder = values.data
  const { contract, vectors } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  const chosen = vectors.filter(({ group, name }) => `${group}/${name}`.includes(values.only))
  if (values.list) return list(chosen)
  if (values.help || (values.url === undefined && positionals.length === 0)) return console.log(USAGE)
  const ask = values.url === undefined ? askCommand(positionals, folder) : askService(values.url, folder)
  const results = []
  for (const vector of chosen) results.push(await judge(vector, ask))
  const failed = results.filter(({ outcome }) => outcome === 'fail')
  if (values.json) console.log(JSON.stringify({ contract, results }, null, 2))
  else report(results)
  process.exitCode = failed.length > 0 || results.length === 0 ? 1 : 0
}

function list(vectors) {
  for (const { group, name, about } of vectors) console.log(`${group}/${name}: ${about}`)
}

async function judge(vector, ask) {
  const { name, group, about, expected } = vector
  const base = { name, group, about }
  try {
    const { compared, differences } = compare(expected, await ask(vector))
    const outcome = differences.length > 0 ? 'fail' : compared > 0 ? 'pass' : 'not given'
    return { ...base, outcome, compared, differences }
  } catch (error) {
    return { ...base, outcome: 'fail', compared: 0, differences: [error.message] }
  }
}

function report(results) {
  for (const { group, name, about, outcome, differences } of results) {
    if (outcome === 'pass') continue
    console.log(`${outcome.toUpperCase()} ${group}/${name}: ${about}`)
    for (const difference of differences) console.log(`  ${difference}`)
  }
  const count = (wanted) => results.filter(({ outcome }) => outcome === wanted).length
  const compared = results.reduce((sum, result) => sum + result.compared, 0)
  console.log(
    `${count('pass')} passed, ${count('fail')} failed, ${count('not given')} not given; ${compared} values compared`,
  )
}

function askCommand([command, ...args], folder) {
  return ({ file, options }) => {
    const path = join(folder, file)
    const isPlaced = args.some((arg) => arg.includes('{file}'))
    const given = isPlaced ? args.map((arg) => arg.replaceAll('{file}', path)) : [...args, path]
    const env = { ...process.env, ...(options.flight_date && { FLIGHT_DATE: options.flight_date }) }
    return new Promise((resolve, reject) => {
      execFile(command, given, { env, maxBuffer: 64 * 1024 * 1024 }, (error, output, complaint) => {
        try {
          resolve(JSON.parse(output))
        } catch {
          reject(
            new Error(
              `no JSON from ${command}: ${(complaint || output || String(error)).trim().slice(0, 200)}`,
            ),
          )
        }
      })
    })
  }
}

function askService(address, folder) {
  const key = process.env.CLOUDSTREET_KEY
  if (!key) throw new Error('CLOUDSTREET_KEY is not set: a personal key or access token with flights:write.')
  return async ({ file, options }) => {
    const target = new URL('/api/v1/flights/validate', address)
    for (const [name, value] of Object.entries(options)) target.searchParams.set(name, value)
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' }
    const response = await send(target, { method: 'POST', headers, body: readFileSync(join(folder, file)) })
    const body = await response.json()
    // A body without a byte is refused before it is read as a file.
    if (response.status === 400) return { isValid: false }
    if (!response.ok) throw new Error(`${response.status} ${body.error_description ?? ''}`)
    return describeReport(body.data)
  }
}

async function send(target, request) {
  const response = await fetch(target, request)
  if (response.status !== 429) return response
  const seconds = Number(response.headers.get('retry-after') ?? 1)
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  return send(target, request)
}

/** A FileReport of the API in the form of the vectors. */
function describeReport({ isValid, diagnoses, flight }) {
  const pick = ({ line, severity, code }) => ({ line, severity, code })
  if (!flight) return { isValid, diagnoses: diagnoses.map(pick) }
  const { metadata } = flight
  return {
    isValid,
    diagnoses: diagnoses.map(pick),
    reading: {
      fixes: metadata.fixes,
      pilot: metadata.pilot,
      glider: metadata.glider,
      recorder: metadata.recorder,
    },
    flight: {
      takeoffTime: metadata.launch.time,
      landingTime: metadata.landing.time,
      altitudeSource: metadata.altitude.source,
      flights: metadata.segments.length,
      recording: metadata.recording,
      warnings: metadata.warnings.map(({ line, code }) => ({ line, code })),
    },
    certificate: metadata.scoring,
    signature: metadata.signature,
  }
}
