// The one bar between map and barogram: replay, position, what the map shows and how.
import { texts } from '../../language/texts.ts'
import { useEffect, useState } from 'preact/hooks'
import type { Cursor } from '../cursor.ts'
import { type ColourBy, colourings } from '../map/colours.ts'
import type { FlightColumns } from '../map/flight-columns.ts'
import type { FlightMap } from '../map/flight-map.ts'
import type { LayerName } from '../map/frame.ts'
import type { Fact } from '../../parts/facts.tsx'
import { Menu } from '../../parts/menu/menu.tsx'
import { Segmented } from '../../parts/segmented.tsx'
import type { Selection } from '../stretch.ts'
import type { FullScreen } from './full-screen.ts'
import type { ReliefSwitch } from '../relief/use-relief.ts'
import { chooseSpeed, REPLAY_SPEEDS, type ReplaySpeed, useReplay, USUAL_SPEED } from './replay.ts'
import { SpeedChoice, Tool } from './tools.tsx'

/** The map, flat or in three dimensions, as the bar moves it. */
export type MapTools = Pick<FlightMap, 'follow' | 'fit' | 'showLayer'>

export interface MapBarProps {
  /** Undefined while the track loads; all of the bar waits for it. */
  columns: FlightColumns | undefined
  map: MapTools
  cursor: Cursor
  selection: Selection
  describe: (index: number) => Fact[]
  by: ColourBy
  onColour: (by: ColourBy) => void
  /** Undefined where the ground is not known, or the browser cannot draw it. */
  relief: ReliefSwitch | undefined
  /** Layers that this flight has. */
  layers: readonly LayerName[]
  fullScreen: FullScreen
  startsPlaying: boolean
}

export function MapBar(props: MapBarProps) {
  const { columns, map, cursor, selection, describe, by, onColour, relief, layers, fullScreen } = props
  const { startsPlaying } = props
  const [isFollowing, setFollowing] = useState(false)
  const follow = () => {
    setFollowing(!isFollowing)
    map.follow(!isFollowing)
  }
  const isWaiting = !columns
  return (
    <div class="map-bar" role="group" aria-label={texts.flight.bar}>
      <Replay columns={columns} cursor={cursor} selection={selection} startsPlaying={startsPlaying} />
      <Position columns={columns} cursor={cursor} describe={describe} />
      <div class="map-tools">
        <Tool
          label={texts.flight.follow}
          icon="target"
          isOn={isFollowing}
          isWaiting={isWaiting}
          onClick={follow}
        />
        <Tool label={texts.flight.fit} icon="fit" isWaiting={isWaiting} onClick={() => map.fit()} />
        {layers.length > 0 && <Layers map={map} layers={layers} isOff={isWaiting || relief?.isOn === true} />}
        {relief && (
          <Tool
            label={texts.flight.relief}
            icon="relief"
            isOn={relief.isOn}
            isWaiting={isWaiting}
            onClick={relief.toggle}
          />
        )}
        {fullScreen.toggle && (
          <Tool
            label={texts.flight.fullScreen}
            icon={fullScreen.isFull ? 'shrink' : 'expand'}
            isOn={fullScreen.isFull}
            isWaiting={isWaiting}
            onClick={fullScreen.toggle}
          />
        )}
        <Colours by={by} isWaiting={isWaiting} choose={onColour} />
      </div>
    </div>
  )
}

type ReplayProps = Pick<MapBarProps, 'columns' | 'cursor' | 'selection' | 'startsPlaying'>

function Replay({ columns, cursor, selection, startsPlaying }: ReplayProps) {
  const [isPlaying, setPlaying] = useState(startsPlaying && !prefersStillness())
  const [speed, setSpeed] = useState<ReplaySpeed>(USUAL_SPEED)
  useReplay(columns, cursor, selection, isPlaying ? speed : undefined, () => setPlaying(false))
  useEffect(() => {
    if (!columns) return undefined
    return selection.listen(() => {
      setPlaying(false)
      setSpeed(chooseSpeed(columns, selection))
    })
  }, [columns, selection])
  return (
    <>
      <Tool
        label={isPlaying ? texts.flight.pauseReplay : texts.flight.replay}
        icon={isPlaying ? 'pause' : 'play'}
        isWaiting={!columns}
        onClick={() => setPlaying(!isPlaying)}
      />
      <SpeedChoice speeds={REPLAY_SPEEDS} speed={speed} isWaiting={!columns} choose={setSpeed} />
    </>
  )
}

const prefersStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches

function Position({ columns, cursor, describe }: Pick<MapBarProps, 'columns' | 'cursor' | 'describe'>) {
  const [index, setIndex] = useState(cursor.index)
  useEffect(() => cursor.listen(setIndex), [cursor])
  const at = index ?? 0
  return (
    <input
      type="range"
      min={0}
      max={columns ? columns.seconds.length - 1 : 0}
      value={at}
      disabled={!columns}
      aria-label={texts.flight.position}
      aria-valuetext={describe(at)
        .map(([name, value]) => `${name} ${value}`)
        .join(', ')}
      onInput={(event) => cursor.set(Number(event.currentTarget.value))}
    />
  )
}

/** A menu, or for a single layer a switch. In 3D there is nothing to choose, and it keeps its place. */
function Layers({ map, layers, isOff }: Pick<MapBarProps, 'map' | 'layers'> & { isOff: boolean }) {
  const [hidden, setHidden] = useState<readonly LayerName[]>([])
  const show = (layer: LayerName, isShown: boolean) => {
    setHidden(isShown ? hidden.filter((other) => other !== layer) : [...hidden, layer])
    map.showLayer(layer, isShown)
  }
  const [only] = layers
  if (only && layers.length === 1) {
    const isShown = !hidden.includes(only)
    const label = texts.flight.layerNames[only]
    const toggle = () => show(only, !isShown)
    return <Tool label={label} icon="layers" isOn={isShown} isWaiting={isOff} onClick={toggle} />
  }
  return (
    <Menu label={texts.flight.layers} icon="layers" opens="up" isOff={isOff}>
      {() =>
        layers.map((layer) => (
          <label key={layer} class="choice">
            <input
              type="checkbox"
              checked={!hidden.includes(layer)}
              onChange={(event) => show(layer, event.currentTarget.checked)}
            />
            {texts.flight.layerNames[layer]}
          </label>
        ))
      }
    </Menu>
  )
}

function Colours({
  by,
  isWaiting,
  choose,
}: {
  by: ColourBy
  isWaiting: boolean
  choose: (by: ColourBy) => void
}) {
  return (
    <Segmented
      legend={texts.flight.trackColour}
      name="colour"
      choices={colourings.map((choice) => [choice, texts.flight.colours[choice]])}
      chosen={by}
      isDisabled={isWaiting}
      choose={choose}
    />
  )
}
