// Converts pictures of tests in processes that stay, one for each program and its settings: to start one takes longer than
// most pictures. The process for each picture, as in production, has its tests in server/platform/pictures/square.test.ts.
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ConversionError, conversions, type ConverterOptions } from '#server/platform/pictures/converter.ts'
import type { PictureAnswer } from './resident-process.ts'

interface Resident {
  child: ChildProcess
  waiting: Map<number, (answer: PictureAnswer['result']) => void>
}

const residents = new Map<string, Resident>()
let lastId = 0

const keyOf = ({ program, env = {} }: ConverterOptions) => `${program.href} ${JSON.stringify(env)}`

export function keepPictureProcesses(): void {
  conversions.run = async (options, input) => {
    const { child, waiting } = residents.get(keyOf(options)) ?? start(options)
    const id = ++lastId
    const result = await new Promise<PictureAnswer['result']>((resolve) => {
      waiting.set(id, resolve)
      child.ref()
      child.channel?.ref()
      child.send({ id, input: Buffer.from(input) })
    })
    if (typeof result === 'number' || result === null)
      throw new ConversionError(result, `the process said ${result}`)
    return Buffer.from(result)
  }
}

function start(options: ConverterOptions): Resident {
  const { program, env = {} } = options
  const child = fork(new URL('./resident-process.ts', import.meta.url), [fileURLToPath(program)], {
    env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    execArgv: [],
    serialization: 'advanced',
  })
  const waiting: Resident['waiting'] = new Map()
  const resident = { child, waiting }
  residents.set(keyOf(options), resident)
  child.on('message', ({ id, result }: PictureAnswer) => {
    waiting.get(id)?.(result)
    waiting.delete(id)
    if (waiting.size > 0) return
    child.unref()
    child.channel?.unref()
  })
  // Whatever broke the decoder has ended the process with it.
  child.once('exit', () => {
    if (residents.get(keyOf(options)) === resident) residents.delete(keyOf(options))
    for (const resolve of waiting.values()) resolve(null)
  })
  return resident
}
