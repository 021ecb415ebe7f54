// A public ranking for others: its link, a frame for the club's own site with a preview, and a feed.
import { useState } from 'preact/hooks'
import { texts } from '../language/texts.ts'
import { CopyField } from '../developers/copy-field.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icons.tsx'
import { hasSheet, ShareButton } from '../parts/menu/share-button.tsx'
import { Segmented } from '../parts/segmented.tsx'
import type { Ranking } from './figures.ts'
import { rankingWords as words } from './words.ts'

export function ShareRanking({ ranking }: { ranking: Ranking }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button class="secondary" onClick={() => setOpen(true)}>
        <Icon name="share" /> {texts.flight.share}
      </button>
      {isOpen && (
        <Dialog title={ranking.name} onClose={() => setOpen(false)}>
          {ranking.rule.audience === 'public' ? <Shared ranking={ranking} /> : <p>{words.membersOnly}</p>}
        </Dialog>
      )}
    </>
  )
}

const schemes = ['light', 'dark'] as const

function Shared({ ranking: { id, name } }: { ranking: Ranking }) {
  const [scheme, setScheme] = useState<(typeof schemes)[number]>('light')
  const url = location.origin + location.pathname
  const frame = `${location.origin}/rankings/${id}/embed`
  const code = `<iframe src="${frame}" title="${name.replaceAll('"', '&quot;')}" width="100%" height="600" style="border:0"></iframe>`
  return (
    <div class="form">
      <CopyField text={url} label={texts.sharing.link} />
      {hasSheet() && <ShareButton url={url} title={name} />}
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
    </div>
  )
}
