// A public club, season or ranking for others: its link with a picture, a frame for the club's own site, a feed, and a code for
// the notice board.
import { useEffect, useState } from 'preact/hooks'
import type { Club } from '#contract/clubs/clubs.ts'
import { CopyField } from '../developers/copy-field.tsx'
import { texts } from '../language/texts.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icons.tsx'
import { useData } from '../parts/load.ts'
import { hasSheet, ShareButton } from '../parts/menu/share-button.tsx'
import { Segmented } from '../parts/segmented.tsx'
import type { Ranking } from './figures.ts'
import { rankingWords as words } from './words.ts'

interface Shared {
  title: string
  /** Null: of the operator. */
  clubId: string | null
  /** The one that stands for it. */
  ranking: Ranking | undefined
}

export function Share(shared: Shared) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button class="secondary" onClick={() => setOpen(true)}>
        <Icon name="share" /> {texts.flight.share}
      </button>
      {isOpen && (
        <Dialog title={shared.title} onClose={() => setOpen(false)}>
          {shared.clubId === null ? <Open {...shared} /> : <OfClub {...shared} clubId={shared.clubId} />}
        </Dialog>
      )}
    </>
  )
}

function OfClub(shared: Shared & { clubId: string }) {
  const { value: club } = useData<Club>(`/clubs/${shared.clubId}`)
  if (!club) return null
  return club.visible === 'public' ? <Open {...shared} /> : <p>{words.hiddenClub}</p>
}

function Open({ title, ranking }: Shared) {
  if (ranking && ranking.rule.audience !== 'public') return <p>{words.membersOnly}</p>
  const url = location.origin + location.pathname
  return (
    <div class="form">
      <CopyField text={url} label={texts.sharing.link} />
      {hasSheet() && <ShareButton url={url} title={title} />}
      {ranking && (
        <img
          class="preview-picture"
          src={`/rankings/${ranking.id}/picture.png`}
          alt={texts.sharing.picture}
          width={1200}
          height={630}
        />
      )}
      <NoticeBoard url={url} />
      {ranking && <Frame ranking={ranking} />}
    </div>
  )
}

const schemes = ['light', 'dark'] as const

function Frame({ ranking: { id, name } }: { ranking: Ranking }) {
  const [scheme, setScheme] = useState<(typeof schemes)[number]>('light')
  const frame = `${location.origin}/rankings/${id}/embed`
  const code = `<iframe src="${frame}" title="${name.replaceAll('"', '&quot;')}" width="100%" height="600" style="border:0"></iframe>`
  return (
    <>
      <div class="row">
        <h3>{words.onYourSite}</h3>
        <Segmented
          legend={words.preview}
          name="scheme"
          choices={schemes.map((one) => [one, words.schemes[one]] as const)}
          chosen={scheme}
          choose={setScheme}
        />
      </div>
      <iframe class={`ranking-frame ${scheme}`} src={frame} title={words.preview} />
      <CopyField isBlock text={code} label={texts.sharing.embedCode} />
      <p class="row">
        <a class="button secondary small" href={`/rankings/${id}/feed.atom`}>
          {words.feed}
        </a>
      </p>
    </>
  )
}

/** A code that a phone's camera reads. */
function NoticeBoard({ url }: { url: string }) {
  const [image, setImage] = useState<string>()
  useEffect(() => {
    void import('uqr').then(({ renderSVG }) =>
      setImage(`data:image/svg+xml,${encodeURIComponent(renderSVG(url, { border: 2 }))}`),
    )
  }, [url])
  return (
    <div class="row notice-board">
      <img src={image} alt={words.code} width={144} height={144} />
      <div>
        <h3>{words.noticeBoard}</h3>
        {image && (
          <a class="button secondary small" href={image} download="cloudstreet.svg">
            {words.saveCode}
          </a>
        )}
      </div>
    </div>
  )
}
