// The program of a process that converts one picture, from standard input to standard output (see converter.ts).
import { buffer } from 'node:stream/consumers'

export interface PictureProgram {
  convert: (bytes: Buffer) => Promise<Buffer>
  /** For whatever `convert` throws but a refusal. */
  faultExitCode: number
}

/** The exit code tells the service why there is no picture. */
export class PictureRefusal extends Error {
  override readonly name = 'PictureRefusal'
  readonly exitCode: number

  constructor(exitCode: number) {
    super('the picture is refused')
    this.exitCode = exitCode
  }
}

/** The picture, or the exit code. */
export async function runProgram(
  { convert, faultExitCode }: PictureProgram,
  bytes: Buffer,
): Promise<Buffer | number> {
  try {
    return await convert(bytes)
  } catch (error) {
    return error instanceof PictureRefusal ? error.exitCode : faultExitCode
  }
}

export async function convertInput(program: PictureProgram): Promise<void> {
  const result = await runProgram(program, await buffer(process.stdin))
  if (typeof result === 'number') process.exitCode = result
  else process.stdout.write(result)
}
