// The newest flights of a destination, and what became of each.
import type { Forward } from '#contract/forwards/destinations.ts'
import { format } from '../language/texts.ts'
import { Dialog } from '../parts/dialog.tsx'
import { ForwardLines, useForwards } from './forward-lines.tsx'
import type { ForwardTexts } from './words.ts'

export function SentDialog({
  words,
  label,
  path,
  onClose,
}: {
  words: ForwardTexts
  label: string
  path: string
  onClose: () => void
}) {
  const forwards = useForwards(`${path}/forwards`)
  const nameFlight = ({ flightId, createdAt }: Forward) => (
    <a href={`/app/flights/${flightId}`}>{words.flightOf(format.moment(Date.parse(createdAt)))}</a>
  )
  return (
    <Dialog title={label} onClose={onClose}>
      {forwards.value?.length === 0 && <p>{words.nothingSent}</p>}
      <ForwardLines words={words} forwards={forwards} name={nameFlight} />
    </Dialog>
  )
}
