// run: all
// Clients in Python and Go from OpenAPI Generator, where it and the languages are here: docs/develop/run-tests.md.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { makeFolder } from '#test/support/installation/folder.ts'
import { fetchDescription } from '#test/support/description.ts'
import { createPilot, makeFlight } from '#test/support/flights.ts'
import { toOpenApi30 } from './openapi-3.0.ts'
import { startServer } from '#test/support/server.ts'

/** Debian's golang-golang-x-oauth2-dev, which the generated client imports. */
const GO_PACKAGES = '/usr/share/gocode'
const jar = process.env.OPENAPI_GENERATOR_JAR
/** Not synchronously: the service is in this process. */
const run = promisify(execFile)
const runs = (program: string, args: string[]) => spawnSync(program, args).status === 0
const whyNot = {
  generator:
    jar !== undefined && runs('java', ['-version']) ? false : 'OPENAPI_GENERATOR_JAR or Java is missing',
  python: runs('/usr/bin/python3', ['-c', 'import aenum, dateutil, pydantic, urllib3'])
    ? false
    : 'Python packages are missing',
  go:
    runs('go', ['version']) && existsSync(join(GO_PACKAGES, 'src/golang.org/x/oauth2'))
      ? false
      : 'Go or its oauth2 is missing',
}

const PYTHON = `
import json, sys
import cloudstreet
url, key, path = sys.argv[1:]
configuration = cloudstreet.Configuration(host=url, access_token=key)
flights = cloudstreet.FlightsApi(cloudstreet.ApiClient(configuration))
uploaded = flights.upload_flight(open(path, 'rb').read(), launch_type='Towed')
flight = flights.get_flight(uploaded.data.id).data
page = flights.list_flights(page_size=5)
try:
    flights.get_flight('f' * 24)
except cloudstreet.ApiException as refused:
    error = json.loads(refused.body)['error']
print(json.dumps([flight.launch_type, len(page.actual_instance.data), error]))
`

const GO = `package main

import (
	"cloudstreet"
	"context"
	"encoding/json"
	"os"
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	configuration := cloudstreet.NewConfiguration()
	configuration.Servers = cloudstreet.ServerConfigurations{{URL: os.Args[1]}}
	flights := cloudstreet.NewAPIClient(configuration).FlightsAPI
	ctx := context.WithValue(context.Background(), cloudstreet.ContextAccessToken, os.Args[2])
	file, err := os.Open(os.Args[3])
	must(err)
	uploaded, _, err := flights.UploadFlight(ctx).Body(file).LaunchType("Towed").Execute()
	must(err)
	flight, _, err := flights.GetFlight(ctx, uploaded.Data.Id).Execute()
	must(err)
	page, _, err := flights.ListFlights(ctx).PageSize(5).Execute()
	must(err)
	_, _, err = flights.GetFlight(ctx, "ffffffffffffffffffffffff").Execute()
	var refusal struct{ Error string }
	must(json.Unmarshal(err.(*cloudstreet.GenericOpenAPIError).Body(), &refusal))
	must(json.NewEncoder(os.Stdout).Encode([]any{flight.Data.LaunchType, len(page.FlightCursorList.Data), refusal.Error}))
}
`

suite('a client from OpenAPI Generator', () => {
  test(
    'in Python: uploads, reads and lists',
    { skip: whyNot.generator || whyNot.python },
    async (context) => {
      const { folder, args } = await prepare(context, 'python')
      writeFileSync(join(folder, 'program.py'), PYTHON)
      const { stdout } = await run('/usr/bin/python3', [join(folder, 'program.py'), ...args])
      assert.deepEqual(JSON.parse(stdout), ['Towed', 1, 'not_found'])
    },
  )

  test('in Go: vets, uploads, reads and lists', { skip: whyNot.generator || whyNot.go }, async (context) => {
    const { folder, args } = await prepare(context, 'go', 'src/cloudstreet')
    mkdirSync(join(folder, 'src/program'))
    writeFileSync(join(folder, 'src/program/main.go'), GO)
    rmSync(join(folder, 'src/cloudstreet/test'), { recursive: true, force: true })
    const env = { ...process.env, GO111MODULE: 'off', GOPATH: `${folder}:${GO_PACKAGES}` }
    await run('go', ['vet', 'cloudstreet', 'program'], { env })
    const { stdout } = await run('go', ['run', 'program', ...args], { env })
    assert.deepEqual(JSON.parse(stdout), ['Towed', 1, 'not_found'])
  })
})

async function prepare(context: TestContext, language: string, below = '.') {
  const server = await startServer(context)
  const folder = makeFolder(context)
  const [description, flight] = [join(folder, 'openapi.json'), join(folder, 'flight.igc')]
  writeFileSync(description, JSON.stringify(toOpenApi30(await fetchDescription(server))))
  writeFileSync(flight, makeFlight(1))
  const options = ['-i', description, '-g', language, '-o', join(folder, below)]
  await run('java', ['-jar', jar!, 'generate', ...options, '--additional-properties=packageName=cloudstreet'])
  return { folder, args: [server.url, (await createPilot(server)).token, flight] }
}
