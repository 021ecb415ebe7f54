// The pilot's gliders, with how much each has flown.
import { useEffect, useState } from 'preact/hooks'
import type { Glider } from '#contract/logbook/gliders.ts'
import { format, texts } from '../language/texts.ts'
import { formatDuration } from '../parts/format.ts'
import { useData } from '../parts/load.ts'
import { Empty, Wait } from '../parts/notices.tsx'
import { PageHead } from '../parts/menu/page-head.tsx'

type Asked = { kind: 'edit' | 'flights' | 'delete'; glider: Glider } | { kind: 'add' }

export default function Gliders() {
  const gliders = useData<Glider[]>('/gliders')
  const [asked, setAsked] = useState<Asked>()
  const [dialogs, setDialogs] = useState<typeof import('../account/glider-dialogs.tsx')>()
  const { own } = texts
  useEffect(() => {
    void import('../account/glider-dialogs.tsx').then(setDialogs)
  }, [])
  const close = () => setAsked(undefined)
  const done = async () => {
    await gliders.renew()
    close()
  }
  return (
    <>
      <PageHead
        title={own.gliders}
        about={own.glidersAbout}
        back={{ path: '/app/logbook', name: texts.frame.logbook }}
      >
        <button onClick={() => setAsked({ kind: 'add' })}>{own.addGlider}</button>
      </PageHead>
      <Wait loaded={gliders} height="card" />
      {gliders.value?.length === 0 && (
        <Empty title={own.gliders}>
          <p>{own.noGliders}</p>
        </Empty>
      )}
      {gliders.value && gliders.value.length > 0 && (
        <section class="card list-card" aria-label={own.gliders}>
          <ul class="records">
            {gliders.value.map((glider) => (
              <GliderRow key={glider.id} glider={glider} ask={(kind) => setAsked({ kind, glider })} />
            ))}
          </ul>
        </section>
      )}
      {dialogs && asked?.kind === 'add' && <dialogs.GliderDialog onDone={done} onClose={close} />}
      {dialogs && asked?.kind === 'edit' && (
        <dialogs.GliderDialog glider={asked.glider} onDone={done} onClose={close} />
      )}
      {dialogs && asked?.kind === 'flights' && (
        <dialogs.GliderFlightsDialog glider={asked.glider} onDone={gliders.renew} onClose={close} />
      )}
      {dialogs && asked?.kind === 'delete' && (
        <dialogs.DeleteGlider glider={asked.glider} onDone={done} onClose={close} />
      )}
    </>
  )
}

function GliderRow({ glider, ask }: { glider: Glider; ask: (kind: 'edit' | 'flights' | 'delete') => void }) {
  const { own } = texts
  const { sinceInspection: since, inspectedOn } = glider
  const flown = own.flown(glider.flights, formatDuration(glider.seconds))
  return (
    <li class="record">
      <div>
        <strong>{glider.name}</strong> <span class="tag plain">{own.classes[glider.class]}</span>{' '}
        {glider.isDefault && <span class="tag sun">{own.defaultTag}</span>}{' '}
        {glider.isRetired && <span class="tag plain">{own.retiredTag}</span>}
        <div>{glider.flights > 0 ? <a href={`/app/logbook?glider=${glider.id}`}>{flown}</a> : flown}</div>
        {since && inspectedOn !== null && (
          <div class="soft small">
            {own.sinceInspection(format.day(inspectedOn), since.flights, formatDuration(since.seconds))}
          </div>
        )}
      </div>
      <div class="row">
        <button
          class="secondary small"
          aria-label={own.chooseFlightsFor(glider.name)}
          onClick={() => ask('flights')}
        >
          {own.chooseFlights}
        </button>
        <button class="secondary small" aria-label={own.edit(glider.name)} onClick={() => ask('edit')}>
          {own.change}
        </button>
        {glider.flights === 0 && (
          <button
            class="danger small"
            aria-label={own.deleteGlider(glider.name)}
            onClick={() => ask('delete')}
          >
            {own.remove}
          </button>
        )}
      </div>
    </li>
  )
}
