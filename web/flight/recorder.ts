// The recorder of a flight in words, as far as its file tells with certainty.
import { texts } from '../language/texts.ts'

/** XCTrack writes make, model and Android's version, and sometimes its own ids: samsung SM-G715FN 11 Client:xctrack … */
const XCTRACK = /^(\S+) (.+?) [\d.]+(?: Client:.*)?$/
/** As the IGC specification has it. */
const MAKE_AND_MODEL = /^([^,]+),\s*([^,]+)$/

/** `maker` is the code of three letters that the file begins with. */
export function nameRecorder(recorder: string | null | undefined, maker?: string | null): string | undefined {
  if (!recorder) return undefined
  const [, phoneMake, phoneModel] = XCTRACK.exec(recorder) ?? []
  if (maker === 'XCT' && phoneMake && phoneModel)
    return texts.flight.recordedOn('XCTrack', join(phoneMake, phoneModel))
  const [, make, model] = MAKE_AND_MODEL.exec(recorder) ?? []
  return make && model ? join(make, model) : recorder
}

/** Many models repeat their make: OnePlus ONEPLUS A5010. */
function join(make: string, model: string): string {
  if (model.toLowerCase().startsWith(make.toLowerCase())) return model
  return `${make.charAt(0).toUpperCase()}${make.slice(1)} ${model}`
}
