// The logbook of a pilot who has no flights yet.
import { DropZone } from '../parts/drop-zone.tsx'
import { navigate } from '../parts/router.ts'
import { queueFiles } from '../parts/upload-queue.ts'

export function FirstFlight() {
  return (
    <div class="stack">
      <div class="page-head">
        <div>
          <h1>Welcome to your logbook</h1>
          <p>Your first flight brings it to life: map, barogram, score and statistics.</p>
        </div>
      </div>
      <DropZone
        title="Drop your IGC files here"
        onFiles={(files) => {
          queueFiles(files)
          navigate('/app/upload')
        }}
      >
        <p>
          As many as you like, from any flight recorder. Each file is checked in your browser before it is
          uploaded.
        </p>
      </DropZone>
      <p class="soft">
        No IGC file yet? <a href="/app/upload?sample">Try a sample flight</a>; you can delete it later.
      </p>
    </div>
  )
}
