// What the bars below maps are made of: a button with an icon alone, and the speed of a replay.
import { texts } from '../../language/texts.ts'
import { Icon, type IconName } from '../../parts/icons.tsx'
import type { ReplaySpeed } from './replay.ts'

export function Tool({
  label,
  icon,
  isOn,
  isWaiting = false,
  onClick,
}: {
  label: string
  icon: IconName
  /** Undefined for what is not switched on and off. */
  isOn?: boolean
  isWaiting?: boolean
  onClick: () => void
}) {
  return (
    <button
      class="secondary tool"
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      disabled={isWaiting}
      onClick={onClick}
    >
      <Icon name={icon} size={18} />
    </button>
  )
}

export function SpeedChoice({
  speeds,
  speed,
  isWaiting = false,
  choose,
}: {
  speeds: readonly ReplaySpeed[]
  speed: ReplaySpeed
  isWaiting?: boolean
  choose: (speed: ReplaySpeed) => void
}) {
  return (
    <select
      class="replay-speed"
      aria-label={texts.flight.replaySpeed}
      value={speed}
      disabled={isWaiting}
      onChange={(event) => choose(Number(event.currentTarget.value) as ReplaySpeed)}
    >
      {speeds.map((times) => (
        <option key={times} value={times}>
          {times}×
        </option>
      ))}
    </select>
  )
}
