// Entering a season, and what it takes: consent, which ends by leaving.
import { useState } from 'preact/hooks'
import type { PilotRow, Season, SeasonEntry } from '#contract/clubs/api.ts'
import type { RankingRule } from '#contract/clubs/rule.ts'
import { format } from '../language/texts.ts'
import { remove, request } from '../parts/api.ts'
import { Confirm } from '../parts/confirm.tsx'
import { Field } from '../parts/form/field.tsx'
import { Buttons, Form } from '../parts/form/form.tsx'
import { useAction } from '../parts/load.ts'
import { Choose } from './club-form.tsx'
import { writeFigure } from './figures.ts'
import type { ClubTexts } from './words.ts'

type Wanted = Omit<SeasonEntry, 'flights'>

export function EntryForm({
  words,
  season,
  flights,
  onChange,
}: {
  words: ClubTexts
  season: Season
  /** Own ones within the season, once entered. */
  flights: PilotRow['flights']
  onChange: () => Promise<void>
}) {
  const entered = flights.flatMap(({ flight, reason }) =>
    flight && reason !== 'not-entered' ? [flight] : [],
  )
  const [wanted, setWanted] = useState<Wanted>(season.entry ?? { takes: 'all', shownAs: 'initial' })
  const [chosen, setChosen] = useState<string[]>()
  const [isLeaving, setLeaving] = useState(false)
  const action = useAction()
  const change = (part: Partial<Wanted>) => setWanted({ ...wanted, ...part })
  const path = `/seasons/${season.id}/entry`
  const submit = async () => {
    const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== ''))
    const taken = wanted.takes === 'chosen' ? { flights: chosen ?? entered } : {}
    await request('PUT', path, { ...given, ...taken })
    await onChange()
  }
  const toggle = (flight: string) =>
    setChosen(
      (chosen ?? entered).includes(flight)
        ? (chosen ?? entered).filter((one) => one !== flight)
        : [...(chosen ?? entered), flight],
    )
  return (
    <section class="card" aria-labelledby="own-entry">
      <h2 id="own-entry">{season.entry ? words.ranking.yourEntry : words.ranking.enter}</h2>
      <Form
        action={action}
        submit={submit}
        foot={<Buttons action={action} label={season.entry ? words.save : words.ranking.enter} />}
      >
        <p class="soft">{words.ranking.enterWhat}</p>
        <Choose
          id="entry-takes"
          label={words.ranking.takes}
          names={words.ranking.taken}
          value={wanted.takes}
          change={(takes) => change({ takes })}
        />
        {wanted.takes === 'chosen' &&
          flights.map(
            ({ flight, date, figure }) =>
              flight && (
                <label class="choice" key={flight}>
                  <input
                    type="checkbox"
                    checked={(chosen ?? entered).includes(flight)}
                    onChange={() => toggle(flight)}
                  />
                  {format.day(date)}
                  {figure !== null && ` · ${writeFigure(words, season.rankings[0]!.rule, figure)}`}
                </label>
              ),
          )}
        <Choose
          id="entry-name"
          label={words.shownAs}
          names={words.names}
          value={wanted.shownAs}
          change={(shownAs) => change({ shownAs })}
        />
        <Categories words={words} season={season} wanted={wanted} change={change} />
      </Form>
      {season.entry && (
        <button class="danger" onClick={() => setLeaving(true)}>
          {words.ranking.leave}
        </button>
      )}
      {isLeaving && (
        <Confirm
          title={`${words.ranking.leave}?`}
          action={words.ranking.leave}
          run={async () => {
            await remove(path)
            await onChange()
          }}
          onClose={() => setLeaving(false)}
        >
          {words.ranking.leaveWhat}
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
}

function Categories({
  words,
  season,
  wanted,
  change,
}: {
  words: ClubTexts
  season: Season
  wanted: Wanted
  change: (part: Partial<Wanted>) => void
}) {
  const asks = (what: keyof typeof isAskedFor) => season.rankings.some(({ rule }) => isAskedFor[what](rule))
  return (
    <>
      {asks('band') && (
        <Choose
          id="entry-band"
          label={words.ranking.band}
          names={{ '': words.ranking.unsaid, ...words.ranking.bands }}
          value={wanted.band ?? ''}
          change={(band) => change({ band } as Partial<Wanted>)}
        />
      )}
      {asks('sex') && (
        <Choose
          id="entry-sex"
          label={words.ranking.sex}
          names={{ '': words.ranking.unsaid, ...words.ranking.sexes }}
          value={wanted.sex ?? ''}
          change={(sex) => change({ sex } as Partial<Wanted>)}
        />
      )}
      {asks('team') && (
        <Field
          id="entry-team"
          label={words.ranking.team}
          hint={words.ranking.teamHint}
          maxLength={40}
          value={wanted.team ?? ''}
          change={(team) => change({ team })}
        />
      )}
      <p class="soft small">
        {words.ranking.classOf((link) => (
          <a href="/app/account/gliders">{link}</a>
        ))}
      </p>
    </>
  )
}
