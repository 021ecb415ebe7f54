// The page of an invitation link: nothing happens before the pilot says yes.
import { useEffect, useState } from 'preact/hooks'
import type { Club, ClubJoin, ClubOffer } from '#contract/clubs/clubs.ts'
import { format } from '../language/texts.ts'
import { post } from '../parts/api.ts'
import { Buttons, Form } from '../parts/form/form.tsx'
import { useAction } from '../parts/load.ts'
import { navigate, type PageProps } from '../parts/router.ts'
import { Choose } from '../parts/form/field.tsx'
import { ClubPage } from './page.tsx'
import { words } from './words.ts'

export default function JoinView({ token }: PageProps) {
  const [offer, setOffer] = useState<ClubOffer>()
  const [displayName, setDisplayName] = useState<NonNullable<ClubJoin['displayName']>>('initial')
  const [reading, joining] = [useAction(), useAction()]
  const read = () =>
    void reading.run(async () =>
      setOffer((await post<{ data: ClubOffer }>('/clubs/invitations/offer', { token })).data),
    )
  useEffect(read, [token])
  const accept = async () => {
    const { data } = await post<{ data: Club }>('/clubs/invitations/accept', { token, displayName })
    navigate(`/app/clubs/${data.id}`, { replace: true })
  }
  return (
    <ClubPage
      title={words.invited}
      about={offer && `${offer.name} · ${offer.country} · ${words.count(offer.members)}`}
      loaded={{ value: offer, problem: reading.problem, reload: read }}
    >
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
                  label={words.shownAs}
                  names={words.names}
                  value={displayName}
                  change={setDisplayName}
                />
              </>
            )}
            <p class="soft small">{words.until(format.day(offer.endsAt.slice(0, 10)))}</p>
          </Form>
        </section>
      )}
    </ClubPage>
  )
}
