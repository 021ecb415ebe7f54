// Entering a season: consent, which ends by leaving.
import { useState } from 'preact/hooks'
import type { RowDetails, Season, SeasonEntry } from '#contract/clubs/api.ts'
import type { Club } from '#contract/clubs/clubs.ts'
import type { RankingRule } from '#contract/clubs/rule.ts'
import { format } from '../../language/texts.ts'
import { remove, request } from '../../parts/api.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Choice, Choose, Field } from '../../parts/form/field.tsx'
import { Buttons, Form } from '../../parts/form/form.tsx'
import { useAction, useData } from '../../parts/load.ts'
import type { SeasonProps } from '../figures.ts'
import { rankingWords, words } from '../words.ts'

/** Of flights that are in no ranking whatever the pilot chooses here. */
const uncountable: readonly string[] = ['private', 'cut-short', 'copy', 'not-counted']

export function EntryForm({
  season,
  flights,
  onChange,
}: SeasonProps & {
  /** Own ones within the season, once entered. */
  flights: RowDetails['flights']
}) {
  const [wanted, setWanted] = useState<SeasonEntry>(season.entry ?? { displayName: 'initial' })
  const excluded = wanted.excludedFlightIds ?? []
  const offered = flights.filter(({ flightId, reason }) => flightId && !uncountable.includes(reason))
  const [isLeaving, setLeaving] = useState(false)
  const action = useAction()
  const change = (part: object) => setWanted({ ...wanted, ...part })
  const path = `/seasons/${season.id}/entry`
  const submit = async () => {
    const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== ''))
    await request('PUT', path, given)
    await onChange()
  }
  const title = season.entry ? rankingWords.yourEntry : rankingWords.enter
  return (
    <section class="card" aria-label={title}>
      <h2>{title}</h2>
      <Form
        action={action}
        submit={submit}
        foot={
          <Buttons
            action={action}
            label={season.entry ? words.save : rankingWords.enter}
            cancel={rankingWords.leave}
            onCancel={season.entry ? () => setLeaving(true) : undefined}
          />
        }
      >
        <p class="soft">{rankingWords.enterWhat}</p>
        <Choose
          label={words.shownAs}
          names={words.names}
          value={wanted.displayName}
          change={(displayName) => change({ displayName })}
        />
        <Categories season={season} wanted={wanted} change={change} />
        {offered.length > 0 && (
          <details>
            <summary>{rankingWords.takesPart}</summary>
            {offered.map(({ flightId, date }) => (
              <Choice
                key={flightId}
                label={format.longDay(date)}
                isChosen={!excluded.includes(flightId!)}
                choose={(isChosen) =>
                  change({
                    excludedFlightIds: isChosen
                      ? excluded.filter((one) => one !== flightId)
                      : [...excluded, flightId!],
                  })
                }
              />
            ))}
          </details>
        )}
      </Form>
      {isLeaving && (
        <Confirm
          title={`${rankingWords.leave}?`}
          action={rankingWords.leave}
          run={() => remove(path).then(onChange)}
          onClose={() => setLeaving(false)}
        >
          {rankingWords.leaveWhat}
        </Confirm>
      )}
    </section>
  )
}

/** Asked only where a ranking of the season goes by it. */
const isAskedFor = {
  band: ({ filter, factors }: RankingRule) => filter?.bands ?? factors?.some(({ bands }) => bands),
  sex: ({ filter }: RankingRule) => filter?.sex,
  team: ({ group }: RankingRule) => group.by === 'team',
  clubId: ({ group }: RankingRule) => group.by === 'club',
}

function Categories({
  season,
  wanted,
  change,
}: {
  season: Season
  wanted: SeasonEntry
  change: (part: Partial<Record<keyof typeof isAskedFor, string>>) => void
}) {
  const asks = (what: keyof typeof isAskedFor) => season.rankings.some(({ rule }) => isAskedFor[what](rule))
  const names = { band: rankingWords.bands, sex: rankingWords.sexes }
  return (
    <>
      {(['band', 'sex'] as const).filter(asks).map((what) => (
        <Choose<string>
          key={what}
          label={rankingWords[what]}
          names={{ '': rankingWords.unsaid, ...names[what] }}
          value={wanted[what] ?? ''}
          change={(value) => change({ [what]: value })}
        />
      ))}
      {asks('team') && (
        <Field
          id="entry-team"
          label={rankingWords.team}
          hint={rankingWords.teamHint}
          maxLength={40}
          value={wanted.team ?? ''}
          change={(team) => change({ team })}
        />
      )}
      {asks('clubId') && <OwnClub chosen={wanted.clubId ?? ''} change={(clubId) => change({ clubId })} />}
      <p class="soft small">
        {rankingWords.classOf((link) => (
          <a href="/app/logbook/gliders">{link}</a>
        ))}
      </p>
    </>
  )
}

/** One of the pilot's, for which flights count. */
function OwnClub({ chosen, change }: { chosen: string; change: (clubId: string) => void }) {
  const { value = [] } = useData<Club[]>('/clubs?mine=true')
  const own = value.filter(({ membership }) => membership).map(({ id, name }) => [id, name] as const)
  return (
    <Choose<string>
      label={rankingWords.club}
      names={{ '': rankingWords.unsaid, ...Object.fromEntries(own) }}
      value={chosen}
      change={change}
    />
  )
}
