// How flights get in and out by themselves: instruments and apps that upload, watched folders, destinations.
import { texts } from '../language/texts.ts'
import { useState } from 'preact/hooks'
import type { DeviceSummary } from '#dashboard/devices.ts'
import { findInstrument, instruments, recorderIds } from '#dashboard/instruments.ts'
import { remove } from '../parts/api.ts'
import { Confirm } from '../parts/confirm.tsx'
import { formatAgo, formatDate } from '../parts/format.ts'
import { useLoad } from '../parts/load.ts'
import { Empty, Wait } from '../parts/notices.tsx'
import { UploadTabs } from '../parts/menu/upload-tabs.tsx'
import { OnDemand } from '../parts/on-demand.tsx'
import { PageHead } from '../parts/menu/page-head.tsx'

const loadForwards = () => import('../forwards/views.tsx')

export default function Automatic() {
  const devices = useLoad<{ items: DeviceSummary[] }>('/devices')
  const [removing, setRemoving] = useState<DeviceSummary>()
  const live = devices.value?.items.filter(({ revokedAt }) => revokedAt === null)
  return (
    <>
      <PageHead title={texts.upload.tabs.automatic} about={texts.upload.automaticAbout} />
      <UploadTabs current="/app/upload/automatic" />
      <div class="stack">
        <section class="card list-card" aria-labelledby="devices">
          <div class="list-head">
            <h2 id="devices">{texts.devices.yours}</h2>
            <p class="soft small">{texts.devices.intro}</p>
          </div>
          <Wait loaded={devices} height="card" />
          {live?.length === 0 && (
            <Empty title={texts.devices.none}>
              <p>{texts.devices.noneWhat}</p>
            </Empty>
          )}
          <ul class="records">
            {live?.map((device) => (
              <DeviceRow key={device.id} device={device} remove={() => setRemoving(device)} />
            ))}
          </ul>
        </section>
        {live && (
          <details class="card list-card" open={live.length === 0}>
            <summary class="list-head">
              <h2>{texts.devices.add}</h2>
            </summary>
            <ul class="records in-columns">
              {[...instruments.map(({ id }) => id), ...recorderIds].map((id) => (
                <li key={id}>
                  <a href={`/app/upload/automatic/add/${id}`}>{texts.instruments[id].name}</a>
                </li>
              ))}
            </ul>
          </details>
        )}
        <OnDemand load={loadForwards} />
      </div>
      {removing && (
        <Confirm
          title={texts.devices.removeQuestion(removing.name)}
          action={texts.devices.removeInstrument}
          run={async () => {
            await remove(`/devices/${removing.id}`)
            await devices.renew()
          }}
          onClose={() => setRemoving(undefined)}
        >
          <p>{texts.devices.removeWhat}</p>
        </Confirm>
      )}
    </>
  )
}

function DeviceRow({ device, remove }: { device: DeviceSummary; remove: () => void }) {
  const instrument = findInstrument(device.instrument)
  return (
    <li>
      <div>
        <strong>{device.name}</strong> <code class="soft">{device.login}</code>
        {instrument && <div class="soft small">{texts.instruments[instrument.id].name}</div>}
      </div>
      <div class="soft small">
        <div>
          {device.lastUsedAt ? texts.devices.lastUsed(formatAgo(device.lastUsedAt)) : texts.devices.neverUsed}
        </div>
        <div>{texts.devices.added(formatDate(device.createdAt))}</div>
      </div>
      <button class="danger small" onClick={remove}>
        {texts.devices.remove}
      </button>
    </li>
  )
}
