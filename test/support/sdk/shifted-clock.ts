// Loaded before a program (--import): its clock is off by the milliseconds that a file tells, and jumps when they change.
import { readFileSync } from 'node:fs'

const path = process.env.CLOCK_FILE ?? ''
const RealDate = Date
const read = () => Number(readFileSync(path, 'utf8'))
let shiftMs = read()
setInterval(() => {
  shiftMs = read()
}, 20).unref()

class ShiftedDate extends RealDate {
  constructor(...given: [] | [number]) {
    super(...((given.length === 0 ? [ShiftedDate.now()] : given) as [number]))
  }

  static override now(): number {
    return RealDate.now() + shiftMs
  }
}
globalThis.Date = ShiftedDate as DateConstructor
