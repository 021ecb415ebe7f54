// The bar below the map of compared flights: replay, the moment, and by what they are compared.
import { useEffect, useState } from 'preact/hooks'
import { texts } from '../../language/texts.ts'
import { Segmented } from '../../parts/segmented.tsx'
import { REPLAY_SPEEDS, type ReplaySpeed, USUAL_SPEED } from '../bar/replay.ts'
import { SpeedChoice, Tool } from '../bar/tools.tsx'
import type { ReliefSwitch } from '../relief/use-relief.ts'
import type { Watched } from '../watched.ts'
import { alignments } from './align.ts'
import type { ComparedProps } from './compared.ts'
import { useMotion } from './moving.ts'

export function PlayBar({
  by,
  align,
  aligned,
  moment,
  formatAt,
  fit,
  relief,
}: ComparedProps & { formatAt: (at: number) => string; fit: () => void; relief: ReliefSwitch | undefined }) {
  const [isPlaying, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<ReplaySpeed>(USUAL_SPEED)
  useMotion(moment, aligned, by, isPlaying ? speed : undefined, () => setPlaying(false))
  const { at } = aligned
  return (
    <div class="map-bar" role="group" aria-label={texts.flight.bar}>
      <Tool
        label={isPlaying ? texts.flight.pauseReplay : texts.flight.replay}
        icon={isPlaying ? 'pause' : 'play'}
        onClick={() => setPlaying(!isPlaying)}
      />
      <SpeedChoice speeds={REPLAY_SPEEDS} speed={speed} choose={setSpeed} />
      <Moment moment={moment} from={at[0] ?? 0} to={at.at(-1) ?? 0} formatAt={formatAt} />
      <Tool label={texts.flight.fit} icon="fit" onClick={fit} />
      {relief && (
        <Tool label={texts.compare.relief} icon="relief" isOn={relief.isOn} onClick={relief.toggle} />
      )}
      <Segmented
        legend={texts.compare.alignBy}
        name="align"
        choices={alignments.map((one) => [one, texts.compare.alignments[one]])}
        chosen={by}
        choose={align}
      />
    </div>
  )
}

function Moment({
  moment,
  from,
  to,
  formatAt,
}: {
  moment: Watched<number>
  from: number
  to: number
  formatAt: (at: number) => string
}) {
  const [at, setAt] = useState(moment.value)
  useEffect(() => moment.listen(setAt), [moment])
  const value = at ?? from
  return (
    <>
      <input
        type="range"
        min={from}
        max={to}
        step="any"
        value={value}
        aria-label={texts.flight.position}
        aria-valuetext={formatAt(value)}
        onInput={(event) => moment.set(Number(event.currentTarget.value))}
      />
      <output class="moment-at">{formatAt(value)}</output>
    </>
  )
}
