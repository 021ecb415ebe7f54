// A program that converts pictures (named by its first argument), for as many as a test process sends; ends with that.
import { type PictureProgram, runProgram } from '#server/platform/pictures/program.ts'

export interface PictureQuestion {
  id: number
  input: Uint8Array
}

export interface PictureAnswer {
  id: number
  /** The picture; the exit code that the process would have had; null when it was ended from outside. */
  result: Uint8Array | number | null
}

const { program } = (await import(process.argv[2]!)) as { program: PictureProgram }
process.on('message', (question: PictureQuestion) => void answer(question))

async function answer({ id, input }: PictureQuestion): Promise<void> {
  const result = await runProgram(program, Buffer.from(input))
  process.send?.({ id, result } satisfies PictureAnswer)
}
