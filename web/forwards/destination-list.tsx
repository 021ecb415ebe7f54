// Destinations and watched folders: each is saved, tested and paused alone.
import './forwards.css'
import { useEffect, useState } from 'preact/hooks'
import type { DestinationList as Listed } from '#contract/forwards/destinations.ts'
import { texts } from '../language/texts.ts'
import { useLoad } from '../parts/load.ts'
import { Empty, Wait } from '../parts/notices.tsx'
import { DestinationForm } from './destination-form.tsx'
import { DestinationRow } from './destination-row.tsx'
import type { ForwardTexts } from './words.ts'

const SOON_MS = 3000

export function DestinationList({ words }: { words: ForwardTexts }) {
  const loaded = useLoad<Listed>('/destinations')
  const [adding, setAdding] = useState<'destination' | 'source'>()
  const [addedId, setAddedId] = useState<string>()
  const { data: destinations, kinds = [] } = loaded.value ?? {}
  const watchable = kinds.filter(({ canBeSource }) => canBeSource)
  useEffect(() => {
    const looks = destinations?.flatMap(({ isSource, state, nextTryAt }) =>
      isSource && state === 'active' && nextTryAt !== null ? Date.parse(nextTryAt) : [],
    )
    if (!looks?.length) return undefined
    const waitMs = Math.max(SOON_MS, Math.min(...looks) - Date.now() + SOON_MS)
    const timer = setTimeout(() => void loaded.renew(), waitMs)
    return () => clearTimeout(timer)
  }, [destinations])
  const add = async (id: string) => {
    setAddedId(id)
    await loaded.renew()
    setAdding(undefined)
  }
  return (
    <>
      <section class="card list-card" aria-labelledby="forwarding">
        <div class="list-head">
          <div>
            <h2 id="forwarding">{texts.upload.forwarding}</h2>
            <p class="soft small">{words.about}</p>
          </div>
          <div class="row">
            {watchable.length > 0 && (
              <button class="secondary" onClick={() => setAdding('source')}>
                {words.sources.add}
              </button>
            )}
            {kinds.length > 0 && <button onClick={() => setAdding('destination')}>{words.add}</button>}
          </div>
        </div>
        <Wait loaded={loaded} height="card" />
        {destinations?.length === 0 && (
          <Empty title={words.none}>
            <p>{kinds.length > 0 ? words.noneWhat : words.noKinds}</p>
          </Empty>
        )}
        {destinations && destinations.length > 0 && (
          <ul class="records destinations">
            {destinations.map((destination) => (
              <DestinationRow
                key={destination.id}
                words={words}
                destination={destination}
                offer={kinds.find(({ kind }) => kind === destination.kind)}
                isNew={destination.id === addedId}
                onChange={loaded.renew}
              />
            ))}
          </ul>
        )}
      </section>
      <section class="card" aria-label="XContest">
        <p>{words.byHand}</p>
      </section>
      {adding && (
        <DestinationForm
          words={words}
          kinds={adding === 'source' ? watchable : kinds}
          isSource={adding === 'source'}
          onDone={add}
          onClose={() => setAdding(undefined)}
        />
      )}
    </>
  )
}
