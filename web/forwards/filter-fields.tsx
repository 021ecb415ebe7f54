// The filter of a destination; folded, since most pilots send everything.
import type { DestinationFilter } from '#contract/forwards/destinations.ts'
import { format, texts } from '../language/texts.ts'
import { Choice, Field } from '../parts/form/field.tsx'
import type { ForwardTexts } from './words.ts'

type GliderClass = keyof typeof texts.own.classes

export function FilterFields({
  words,
  isLeague,
  filter,
  change,
}: {
  words: ForwardTexts
  isLeague: boolean
  filter: DestinationFilter
  change: (filter: DestinationFilter) => void
}) {
  const classes = filter.classes ?? []
  const set = (part: DestinationFilter) => change({ ...filter, ...part })
  const toNumber = (text: string) => (text === '' ? null : Number(text))
  const inUnits = (km: number) => Number(format.convert('distance', km).toFixed(3))
  const choose = (name: GliderClass, isChosen: boolean) => {
    const chosen = isChosen ? [...classes, name] : classes.filter((one) => one !== name)
    set({ classes: chosen.length > 0 ? chosen : null })
  }
  return (
    <details>
      <summary>{words.onlySome}</summary>
      <div class="form">
        <Field
          id="flown-since"
          type="date"
          label={words.flownSince}
          value={filter.flownSince ?? ''}
          change={(day) => set({ flownSince: day || null })}
        />
        <Field
          id="min-distance"
          type="number"
          min={0}
          step="any"
          label={words.minDistance(format.unit('distance'))}
          value={typeof filter.minDistanceKm === 'number' ? inUnits(filter.minDistanceKm) : ''}
          change={(text) =>
            set({ minDistanceKm: text === '' ? null : Number(text) / format.convert('distance', 1) })
          }
        />
        <Field
          id="min-points"
          type="number"
          min={0}
          step="any"
          label={words.minPoints}
          value={filter.minPoints ?? ''}
          change={(text) => set({ minPoints: toNumber(text) })}
        />
        {!isLeague && (
          <Choice
            label={words.onlyPublic}
            isChosen={filter.onlyPublic === true}
            choose={(onlyPublic) => set({ onlyPublic })}
          />
        )}
        <fieldset>
          <legend>{words.onlyClasses}</legend>
          {(Object.keys(texts.own.classes) as GliderClass[]).map((name) => (
            <Choice
              key={name}
              label={texts.own.classes[name]}
              isChosen={classes.includes(name)}
              choose={(isChosen) => choose(name, isChosen)}
            />
          ))}
        </fieldset>
      </div>
    </details>
  )
}
