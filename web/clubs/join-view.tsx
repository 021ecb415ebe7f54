// The page of an invitation link: nothing happens before the pilot says yes.
import { useEffect, useState } from 'preact/hooks'
import type { Club, ClubJoin, ClubOffer } from '#contract/clubs/clubs.ts'
import { format } from '../language/texts.ts'
import { post } from '../parts/api.ts'
import { Buttons, Form } from '../parts/form/form.tsx'
import { useAction } from '../parts/load.ts'
import { ProblemNotice, Skeleton } from '../parts/notices.tsx'
import { navigate } from '../parts/router.ts'
import { Choose } from './club-form.tsx'
import type { ClubPageProps } from './words.ts'

export default function JoinView({ words, parameters: { token } }: ClubPageProps) {
  const [offer, setOffer] = useState<ClubOffer>()
  const [shownAs, setShownAs] = useState<NonNullable<ClubJoin['shownAs']>>('initial')
  const [reading, joining] = [useAction(), useAction()]
  useEffect(() => {
    document.title = `${words.invited} · Cloudstreet`
    void reading.run(async () =>
      setOffer((await post<{ data: ClubOffer }>('/clubs/invitations/offer', { token })).data),
    )
  }, [token])
  const accept = async () => {
    const { data } = await post<{ data: Club }>('/clubs/invitations/accept', { token, shownAs })
    navigate(`/app/clubs/${data.id}`, { replace: true })
  }
  return (
    <>
      <div class="page-head">
        <div>
          <h1>{words.invited}</h1>
          {offer && (
            <p>
              <strong>{offer.name}</strong> · {offer.country} · {words.count(offer.members)}
            </p>
          )}
        </div>
      </div>
      <ProblemNotice problem={reading.problem} />
      {!offer && !reading.problem && <Skeleton height="card" />}
      {offer && (
        <section class="card">
          <Form
            action={joining}
            submit={accept}
            foot={<Buttons action={joining} label={offer.isMember ? words.toClub : words.accept} />}
          >
            {offer.isMember ? (
              <p>{words.isMember}</p>
            ) : (
              <>
                <p>{words.joinWhat(offer.visible === 'public')}</p>
                <Choose
                  id="shown-as"
                  label={words.shownAs}
                  names={words.names}
                  value={shownAs}
                  change={setShownAs}
                />
              </>
            )}
            <p class="soft small">{words.until(format.day(offer.endsAt.slice(0, 10)))}</p>
          </Form>
        </section>
      )}
    </>
  )
}
