// Runs samples of the documentation as their readers would, all of a language in one process, and tells what each was
// answered.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '#server/site/reference/samples.ts'

export interface Job {
  name: string
  code: string
  environment: Record<string, string>
}

export interface Outcome {
  name: string
  statuses: number[]
  /** The cause of its death. */
  failure?: string
}

const extensions: Record<Language, string> = { curl: 'sh', typescript: 'ts', python: 'py' }
const here = import.meta.dirname
const root = join(here, '../../..')

const commands: Record<Language, (jobs: string) => string[]> = {
  curl: (jobs) => ['bash', join(here, 'run-curl.sh'), jobs],
  typescript: (jobs) => [process.execPath, join(here, 'run-typescript.ts'), jobs],
  python: (jobs) => ['python3', join(here, 'run_python.py'), jobs],
}

/** Every job has a file in `folder`, where the samples find the files that they send. */
export async function runSamples(language: Language, jobs: Job[], folder: string): Promise<Outcome[]> {
  mkdirSync(folder, { recursive: true })
  const files = jobs.map(({ code, ...rest }, index) => {
    const file = join(folder, `sample-${index}.${extensions[language]}`)
    writeFileSync(file, `${code}\n`)
    return { ...rest, file, outcome: join(folder, `outcome-${index}`) }
  })
  const list = join(folder, 'jobs.json')
  writeFileSync(list, JSON.stringify(files))
  // A shell reads no JSON.
  const lines = files.map(({ file, outcome, environment }) =>
    [file, outcome, ...Object.entries(environment).map(([name, value]) => `${name}=${value}`)].join('\t'),
  )
  writeFileSync(join(folder, 'jobs.tsv'), `${lines.join('\n')}\n`)
  const complaint = await run(commands[language](list), folder)
  return files.map(({ name, outcome }) => readOutcome(name, outcome, complaint))
}

function run([program = '', ...args]: string[], folder: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    let complaint = ''
    child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
    child.on('error', reject)
    child.on('close', () => resolve(complaint))
  })
}

function readOutcome(name: string, file: string, complaint: string): Outcome {
  try {
    const lines = readFileSync(file, 'utf8').trim().split('\n')
    const statuses = lines.filter((line) => /^\d+$/.test(line)).map(Number)
    const failure = lines.filter((line) => line !== '' && !/^\d+$/.test(line)).join('\n')
    return { name, statuses, ...(failure === '' ? {} : { failure }) }
  } catch {
    return { name, statuses: [], failure: complaint }
  }
}

/** The compiler's output for the TypeScript ones. */
export async function checkTypes(folder: string): Promise<string> {
  const options = {
    compilerOptions: {
      noEmit: true,
      strict: true,
      target: 'es2024',
      lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
      module: 'esnext',
      moduleResolution: 'bundler',
      moduleDetection: 'force',
      allowImportingTsExtensions: true,
      skipLibCheck: true,
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
      paths: {
        '@cloudstreet/sdk': [join(root, 'sdk/index.ts')],
        '@cloudstreet/sdk/node': [join(root, 'sdk/node/index.ts')],
      },
    },
    include: ['sample-*.ts'],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
  return new Promise((resolve, reject) => {
    const child = spawn('tsc', ['-p', folder], { stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.on('error', reject)
    child.on('close', () => resolve(said))
  })
}
