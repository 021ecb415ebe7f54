// How far a receiver has been served, on this machine's disk. An event takes its number before it is sent and is noted
// after its answer: killed between, it is sent again under the same id and number. None is left out, and no number is
// given to two.
import { readText, writeText } from '../account/places.ts'

interface Kept {
  cursor: string
  /** The last event that was numbered here. */
  numbered: { id: string; sequence: number }
  /** Events after the cursor that were answered: a page of a feed has one cursor, at its end. */
  answered: string[]
}

export class Position {
  readonly #path: string
  readonly #say: (line: string) => void
  #kept: Kept

  constructor(path: string, kept: Kept, say: (line: string) => void) {
    this.#path = path
    this.#kept = kept
    this.#say = say
  }

  get cursor(): string {
    return this.#kept.cursor
  }

  isAnswered(id: string): boolean {
    return this.#kept.answered.includes(id)
  }

  async giveNumber(id: string): Promise<number> {
    const { numbered } = this.#kept
    if (numbered.id === id) return numbered.sequence
    const sequence = numbered.sequence + 1
    await this.#write({ ...this.#kept, numbered: { id, sequence } })
    return sequence
  }

  async noteAnswer(id: string): Promise<void> {
    await this.#write({ ...this.#kept, answered: [...this.#kept.answered, id] })
  }

  async moveTo(cursor: string): Promise<void> {
    if (cursor === this.#kept.cursor && this.#kept.answered.length === 0) return
    await this.#write({ ...this.#kept, cursor, answered: [] })
  }

  /** On a full disk this process still knows; the next one sends again what was not noted. */
  async #write(kept: Kept): Promise<void> {
    this.#kept = kept
    try {
      await writeText(this.#path, `${JSON.stringify(kept)}\n`)
    } catch (error) {
      this.#say(`How far it came cannot be kept (${(error as Error).message}).`)
    }
  }
}

/** From `since` when it is given, else from where it was, else from `begin`; `begin` is asked only when it is needed. */
export async function openPosition(
  path: string,
  since: string | undefined,
  begin: () => Promise<string>,
  say: (line: string) => void,
): Promise<Position> {
  const text = await readText(path)
  const kept = text === undefined ? undefined : (JSON.parse(text) as Kept)
  const numbered = kept?.numbered ?? { id: '', sequence: 0 }
  if (since === undefined && kept) return new Position(path, kept, say)
  const position = new Position(path, { cursor: '', numbered, answered: [] }, say)
  await position.moveTo(since ?? (await begin()))
  return position
}
