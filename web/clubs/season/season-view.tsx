// A season: its rankings with the reader's own row, entering it, and for its admins adding rankings and closing.
import { useState } from 'preact/hooks'
import type { PilotRow, Season } from '#contract/clubs/api.ts'
import type { Club } from '#contract/clubs/clubs.ts'
import { isVisitor, post } from '../../parts/api.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { forgetAnswers, useData, useLoad } from '../../parts/load.ts'
import { Empty, Wait } from '../../parts/notices.tsx'
import type { PageProps } from '../../parts/router.ts'
import { isByPilot, type Ranking, type SeasonProps, writePeriod } from '../figures.ts'
import { OwnPlace } from '../own-place.tsx'
import { ClubPage } from '../page.tsx'
import { RankingCard } from '../ranking-card.tsx'
import { RankingForm } from '../ranking-form.tsx'
import { OwnReview } from '../review-view.tsx'
import { EntryForm } from './season-entry.tsx'
import { rankingWords as words } from '../words.ts'

export default function SeasonView({ season: id }: PageProps) {
  const loaded = useData<Season>(`/seasons/${id}`)
  const { value: season, renew } = loaded
  if (!season) return <ClubPage title={words.season} loaded={loaded} />
  const onChange = async () => {
    forgetAnswers('/rankings/')
    forgetAnswers('/seasons?')
    await renew()
  }
  const ends = season.closedAt ? words.closed : words.uploadBy(season.terms.uploadDays)
  const takesPart = !isVisitor()
  return (
    <ClubPage
      title={season.name}
      about={
        <>
          {season.clubId && <ClubLink id={season.clubId} />}
          {writePeriod(season)} · {season.terms.timeZone} · {ends}
        </>
      }
      actions={takesPart && <Office season={season} onChange={onChange} />}
    >
      {season.rankings.length === 0 && <Empty title={words.noRankings}>{null}</Empty>}
      {season.entry &&
        season.rankings
          .filter(isByPilot)
          .map((ranking) => <OwnPlace key={ranking.id} season={season} ranking={ranking} />)}
      <div class="ranking-cards">
        {season.rankings.map((ranking) => (
          <RankingCard key={ranking.id} season={season} ranking={ranking} />
        ))}
      </div>
      {takesPart && <Participation season={season} onChange={onChange} />}
    </ClubPage>
  )
}

function ClubLink({ id }: { id: string }) {
  const { value } = useData<Club>(`/clubs/${id}`)
  return (
    <>
      <a href={`/app/clubs/${id}`}>{value?.name}</a> ·{' '}
    </>
  )
}

function Participation(props: SeasonProps) {
  const { entry, rankings } = props.season
  return entry && rankings[0] ? (
    <Entered {...props} ranking={rankings[0]} />
  ) : (
    <EntryForm {...props} flights={[]} />
  )
}

function Entered({ ranking, ...props }: SeasonProps & { ranking: Ranking }) {
  const loaded = useData<PilotRow>(`/rankings/${ranking.id}/pilots/me`)
  const flights = loaded.value?.flights
  const reviewed = flights?.filter(({ reason }) => reason === 'in-review' || reason === 'rejected')
  return (
    <>
      <Wait loaded={loaded} height="card" />
      {reviewed?.map(({ flightId }) => (
        <OwnReview key={flightId} season={props.season.id} flight={flightId!} />
      ))}
      {flights && <EntryForm {...props} flights={flights} />}
    </>
  )
}

/** For the club's owners, admins and reviewers, or the operator; all others would be refused. */
function Office({ season, onChange }: SeasonProps) {
  const path = season.clubId ? `/clubs/${season.clubId}` : '/account'
  const { value } = useLoad<{ data?: Club; isOperator?: boolean }>(path)
  const [asked, setAsked] = useState<'ranking' | 'close'>()
  const role = value?.isOperator ? 'owner' : value?.data?.membership?.role
  const close = () => setAsked(undefined)
  if (!role || role === 'member') return null
  return (
    <div class="row">
      {role !== 'reviewer' && <button onClick={() => setAsked('ranking')}>{words.addRanking}</button>}
      <a class="button secondary" href={`/app/reviews/${season.id}`}>
        {words.reviews}
      </a>
      {role !== 'reviewer' && !season.closedAt && (
        <button class="secondary" onClick={() => setAsked('close')}>
          {words.close}
        </button>
      )}
      {asked === 'ranking' && <RankingForm season={season} onChange={onChange} onClose={close} />}
      {asked === 'close' && (
        <Confirm
          title={`${words.close}?`}
          action={words.close}
          isDanger={false}
          run={() => post(`/seasons/${season.id}/close`).then(onChange)}
          onClose={close}
        >
          {words.closeWhat}
        </Confirm>
      )}
    </div>
  )
}
