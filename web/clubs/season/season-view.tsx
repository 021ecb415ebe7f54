// A season: its rankings with the reader's own row, entering it, and for its admins adding rankings and closing.
import { useState } from 'preact/hooks'
import type { RowDetails, Season } from '#contract/clubs/api.ts'
import type { Club } from '#contract/clubs/clubs.ts'
import { isVisitor, post, remove } from '../../parts/api.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { forgetAnswers, useData, useLoad } from '../../parts/load.ts'
import { Empty, Wait } from '../../parts/notices.tsx'
import type { PageProps } from '../../parts/router.ts'
import { findMain, type Ranking, type SeasonProps, writePeriod } from '../figures.ts'
import { ClubPage } from '../page.tsx'
import { RankingForm } from '../rule/ranking-form.tsx'
import { OwnReview } from '../review/own-review.tsx'
import { Board } from './board.tsx'
import { Share } from '../share.tsx'
import { EntryForm } from './season-entry.tsx'
import { SeasonForm } from './season-form.tsx'
import { rankingWords as words } from '../words.ts'

export default function SeasonView({ season: id }: PageProps) {
  const loaded = useData<Season>(`/seasons/${id}`)
  const { value: season, renew } = loaded
  const role = useRole(season)
  if (!season) return <ClubPage title={words.season} loaded={loaded} />
  const onChange = async () => {
    forgetAnswers('/rankings/')
    forgetAnswers('/seasons?')
    await renew()
  }
  const ends = season.closedAt ? words.closed : words.uploadBy(season.terms.uploadDays)
  const takesPart = !isVisitor()
  const isManager = role !== undefined && role !== 'member' && role !== 'reviewer'
  return (
    <ClubPage
      title={season.name}
      about={
        <>
          {season.clubId && <ClubLink id={season.clubId} />}
          {writePeriod(season)} · {season.terms.timeZone} · {ends}
        </>
      }
      actions={
        <div class="row">
          <Share title={season.name} clubId={season.clubId} ranking={findMain(season)} />
          {role && role !== 'member' && <Office season={season} isManager={isManager} onChange={onChange} />}
        </div>
      }
    >
      {season.rankings.length === 0 && <Empty title={words.noRankings}>{null}</Empty>}
      <Board
        season={season}
        foot={(ranking) =>
          isManager &&
          !season.closedAt && <ManageRanking season={season} ranking={ranking} onChange={onChange} />
        }
      />
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
  const loaded = useData<RowDetails>(`/rankings/${ranking.id}/rows/me`)
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

/** In the club of the season; visitors have none. */
function useRole(season: Season | undefined): string | undefined {
  const path = season?.clubId ? `/clubs/${season.clubId}` : '/account'
  const { value } = useLoad<{ data?: Club; isOperator?: boolean }>(path)
  if (!season || isVisitor()) return undefined
  return season.clubId ? value?.data?.membership?.role : value?.isOperator ? 'owner' : undefined
}

/** For the club's owners, admins and reviewers, or the operator; all others would be refused. */
function Office({ season, isManager, onChange }: SeasonProps & { isManager: boolean }) {
  const [asked, setAsked] = useState<'ranking' | 'change' | 'end'>()
  const close = () => setAsked(undefined)
  const isOpen = !season.closedAt
  return (
    <>
      {isManager && isOpen && <button onClick={() => setAsked('ranking')}>{words.addRanking}</button>}
      <a class="button secondary" href={`/app/reviews/${season.id}`}>
        {words.reviews}
      </a>
      {isManager && isOpen && (
        <button class="secondary" onClick={() => setAsked('change')}>
          {words.changeSeason}
        </button>
      )}
      {isManager && (
        <button class="secondary" onClick={() => setAsked('end')}>
          {isOpen ? words.close : words.reopen}
        </button>
      )}
      {asked === 'ranking' && <RankingForm season={season} onChange={onChange} onClose={close} />}
      {asked === 'change' && (
        <SeasonForm
          club={season.clubId}
          season={season}
          onDone={() => void onChange().then(close)}
          onClose={close}
        />
      )}
      {asked === 'end' && (
        <Confirm
          title={`${isOpen ? words.close : words.reopen}?`}
          action={isOpen ? words.close : words.reopen}
          isDanger={false}
          run={() => post(`/seasons/${season.id}/${isOpen ? 'close' : 'reopen'}`).then(onChange)}
          onClose={close}
        >
          {isOpen ? words.closeWhat : words.reopenWhat}
        </Confirm>
      )}
    </>
  )
}

function ManageRanking({ season, ranking, onChange }: SeasonProps & { ranking: Ranking }) {
  const [asked, setAsked] = useState<'change' | 'copy' | 'delete'>()
  const close = () => setAsked(undefined)
  const form = { season, onChange, onClose: close }
  const button = (what: 'change' | 'copy' | 'delete', label: string) => (
    <button class="secondary small" aria-label={`${label}: ${ranking.name}`} onClick={() => setAsked(what)}>
      {label}
    </button>
  )
  return (
    <div class="row below">
      {button('change', words.change)}
      {button('copy', words.duplicate)}
      {button('delete', words.deleteRanking)}
      {asked === 'change' && <RankingForm {...form} ranking={ranking} />}
      {asked === 'copy' && <RankingForm {...form} begun={{ name: '', rule: ranking.rule }} />}
      {asked === 'delete' && (
        <Confirm
          title={`${words.deleteRanking}?`}
          action={words.deleteRanking}
          run={() => remove(`/rankings/${ranking.id}`).then(onChange)}
          onClose={close}
        >
          {words.deleteRankingWhat}
        </Confirm>
      )}
    </div>
  )
}
