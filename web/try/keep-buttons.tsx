// "Keep it": the file waits in this tab and goes into the logbook once its pilot is signed in.
import { texts } from '../language/texts.ts'
import { formatDistance, formatLongDay } from '../parts/format.ts'
import { wantKeptFile } from '../parts/files/kept-file.ts'
import type { TriedFile } from './use-tried.ts'

const AFTERWARDS = `return_to=${encodeURIComponent('/app/upload')}`

export function KeepButtons({ file }: { file: TriedFile }) {
  const want = () => wantKeptFile(nameFile(file))
  return (
    <>
      <a class="button" href={`/sign-up?${AFTERWARDS}`} onClick={want}>
        {texts.visitor.keepIt}
      </a>
      <a class="button secondary" href={`/sign-in?${AFTERWARDS}`} onClick={want}>
        {texts.visitor.haveAccount}
      </a>
    </>
  )
}

/** As the pages for signing in and up call it. */
function nameFile({ name, flights }: TriedFile): string {
  if (flights.length > 1) return texts.visitor.flightsOf(name, flights.length)
  const outcome = flights[0]?.outcome
  if (!outcome || 'refusal' in outcome) return name
  const { date, score } = outcome.flight
  return [date && formatLongDay(date), formatDistance(score.distanceKm)].filter(Boolean).join(' · ')
}
