// A season: its rankings with the reader's own row, entering it, and for its admins adding rankings and closing.
import { useEffect, useState } from 'preact/hooks'
import type { PilotRow, Season } from '#contract/clubs/api.ts'
import type { Club } from '#contract/clubs/clubs.ts'
import { PageFoot } from '../language/page-foot.tsx'
import { isVisitor, post } from '../parts/api.ts'
import { Confirm } from '../parts/confirm.tsx'
import { forgetAnswers, useData, useLoad } from '../parts/load.ts'
import { Empty, ProblemNotice, Skeleton } from '../parts/notices.tsx'
import { type Ranking, rankingPath, writeFigure, writePeriod } from './figures.ts'
import { RankingForm } from './ranking-form.tsx'
import { ReasonList } from './row-flights.tsx'
import { EntryForm } from './season-entry.tsx'
import type { ClubPageProps, ClubTexts } from './words.ts'

export default function SeasonView({ words, parameters }: ClubPageProps) {
  const path = `/seasons/${parameters.season}`
  const { value: season, problem, reload, renew } = useData<Season>(path)
  useEffect(() => {
    document.title = `${season?.name ?? words.ranking.rankings} · Cloudstreet`
  }, [season?.name])
  if (!season)
    return (
      <>
        <h1>{words.ranking.season}</h1>
        <ProblemNotice problem={problem} retry={reload} />
        {!problem && <Skeleton height="page" />}
      </>
    )
  const renewAll = async () => {
    forgetAnswers('/rankings/')
    forgetAnswers('/seasons?')
    await renew()
  }
  return (
    <div class="stack">
      <div class="page-head">
        <div>
          <h1>{season.name}</h1>
          <p>
            {season.club && <ClubLink id={season.club} />}
            {writePeriod(season)} · {season.terms.timeZone} ·{' '}
            {season.isClosed ? words.ranking.closed : words.ranking.uploadBy(season.terms.uploadDays)}
          </p>
        </div>
        {!isVisitor() && <Office words={words} season={season} onChange={renewAll} />}
      </div>
      <section class="card list-card" aria-labelledby="season-rankings">
        <div class="list-head">
          <h2 id="season-rankings">{words.ranking.rankings}</h2>
        </div>
        {season.rankings.length === 0 && <Empty title={words.ranking.noRankings}>{null}</Empty>}
        <ul class="records">
          {season.rankings.map((ranking) => (
            <li class="record" key={ranking.id}>
              <div>
                <a href={rankingPath(season, ranking)}>
                  <strong>{ranking.name}</strong>
                </a>
                {season.entry && <OwnRow words={words} ranking={ranking} />}
              </div>
            </li>
          ))}
        </ul>
      </section>
      {isVisitor() ? (
        <SignIn words={words} />
      ) : (
        <Participation words={words} season={season} onChange={renewAll} />
      )}
    </div>
  )
}

export function SignIn({ words }: { words: ClubTexts }) {
  return (
    <>
      <p>
        <a class="button" href={`/sign-in?return_to=${encodeURIComponent(location.pathname)}`}>
          {words.ranking.signIn}
        </a>
      </p>
      <PageFoot />
    </>
  )
}

function ClubLink({ id }: { id: string }) {
  const { value } = useData<Club>(`/clubs/${id}`)
  return value ? (
    <>
      <a href={`/app/clubs/${id}`}>{value.name}</a> ·{' '}
    </>
  ) : null
}

/** The pilot's own place, what a better flight would have to bring, and why each flight counts or does not. */
function OwnRow({ words, ranking }: { words: ClubTexts; ranking: Ranking }) {
  const { value } = useData<PilotRow>(`/rankings/${ranking.id}/pilots/me`)
  if (!value) return null
  const write = (figure: number) => writeFigure(words, ranking.rule, figure)
  const { row, flights, neededToCount, neededToPass } = value
  return (
    <>
      <div>{row ? words.ranking.ownPlace(row.place, write(row.sum)) : words.ranking.noneCounts}</div>
      {ranking.rule.group.by === 'pilot' && (
        <div class="soft small">
          {words.ranking.needed(write(neededToCount), neededToPass === null ? null : write(neededToPass))}
        </div>
      )}
      <details>
        <summary>{words.ranking.ownFlights(flights.length)}</summary>
        <ReasonList words={words} ranking={ranking} flights={flights} />
      </details>
    </>
  )
}

type Changing = { words: ClubTexts; season: Season; onChange: () => Promise<void> }

/** Of the rankings one that takes private flights, too, knows the most about the pilot's own. */
function Participation(props: Changing) {
  const { season } = props
  const fullest = season.rankings.find(({ rule }) => rule.audience === 'members') ?? season.rankings[0]
  return season.entry && fullest ? (
    <Entered {...props} ranking={fullest} />
  ) : (
    <EntryForm {...props} flights={[]} />
  )
}

function Entered({ ranking, ...props }: Changing & { ranking: Ranking }) {
  const { value } = useData<PilotRow>(`/rankings/${ranking.id}/pilots/me`)
  return value ? <EntryForm {...props} flights={value.flights} /> : <Skeleton height="card" />
}

/** For the club's owners, admins and reviewers, or the operator; all others would be refused. */
function Office({ words, season, onChange }: Changing) {
  const { value } = useLoad<{ data?: Club; isOperator?: boolean }>(
    season.club ? `/clubs/${season.club}` : '/account',
  )
  const [asked, setAsked] = useState<'ranking' | 'close'>()
  const role = value?.isOperator ? 'owner' : value?.data?.membership?.role
  const close = () => setAsked(undefined)
  if (!role || role === 'member') return null
  return (
    <div class="row">
      {role !== 'reviewer' && (
        <>
          <button onClick={() => setAsked('ranking')}>{words.ranking.addRanking}</button>
          {!season.isClosed && (
            <button class="secondary" onClick={() => setAsked('close')}>
              {words.ranking.close}
            </button>
          )}
        </>
      )}
      {asked === 'ranking' && (
        <RankingForm words={words} season={season} onDone={() => onChange().then(close)} onClose={close} />
      )}
      {asked === 'close' && (
        <Confirm
          title={`${words.ranking.close}?`}
          action={words.ranking.close}
          isDanger={false}
          run={() => post(`/seasons/${season.id}/close`).then(onChange)}
          onClose={close}
        >
          {words.ranking.closeWhat}
        </Confirm>
      )}
    </div>
  )
}
