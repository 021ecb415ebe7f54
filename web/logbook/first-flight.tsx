// The logbook of a pilot who has no flights yet.
import { texts } from '../language/texts.ts'
import { DropZone } from '../parts/drop-zone.tsx'
import { navigate } from '../parts/router.ts'
import { queueFiles } from '../parts/files/upload-queue.ts'
import { PageHead } from '../parts/menu/page-head.tsx'

export function FirstFlight() {
  return (
    <div class="stack">
      <PageHead title={texts.logbook.welcome} about={texts.logbook.welcomeWhat} />
      <DropZone
        title={texts.logbook.dropHere}
        onFiles={(files) => {
          queueFiles(files)
          navigate('/app/upload')
        }}
      >
        <p>{texts.logbook.dropWhat}</p>
      </DropZone>
      <p class="soft">
        {texts.logbook.noFile((words) => (
          <a href="/app/upload?sample">{words}</a>
        ))}
      </p>
    </div>
  )
}
