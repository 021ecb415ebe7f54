// Airspace files of the pilot's own, against which all own flights are checked.
import { texts } from '../../language/texts.ts'
import { useState } from 'preact/hooks'
import type { OwnAirspaceFile, OwnAirspaceFiles } from '#dashboard/airspace.ts'
import { post, type Problem, remove } from '../../parts/api.ts'
import { formatWhole } from '../../parts/format.ts'
import { useLoad } from '../../parts/load.ts'
import { ProblemNotice } from '../../parts/notices.tsx'

/** `onChange`: the flight has to be checked again. */
export function OwnFiles({ onChange }: { onChange: () => void }) {
  const loaded = useLoad<OwnAirspaceFiles>('/airspace-files')
  const [problem, setProblem] = useState<Problem>()
  const [skipped, setSkipped] = useState<string[]>([])
  const run = async (work: () => Promise<unknown>) => {
    setProblem(undefined)
    setSkipped([])
    try {
      await work()
      loaded.reload()
      onChange()
    } catch (error) {
      setProblem(error as Problem)
    }
  }
  const add = (file: File) =>
    run(async () => {
      const path = `/airspace-files?name=${encodeURIComponent(file.name)}`
      // Without a type: browsers guess one from the name.
      const { problems } = await post<{ problems: string[] }>(path, new Blob([file]))
      setSkipped(problems)
    })
  return (
    <details class="card own-files">
      <summary>{texts.flight.ownFiles}</summary>
      <ul>
        {loaded.value?.files.map((file) => (
          <OwnFile
            key={file.id}
            file={file}
            remove={() => void run(() => remove(`/airspace-files/${file.id}`))}
          />
        ))}
      </ul>
      <label>
        {texts.flight.addOwnFile}
        <input
          type="file"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0]
            event.currentTarget.value = ''
            if (file) void add(file)
          }}
        />
      </label>
      <ProblemNotice problem={problem} />
      {skipped.length > 0 && <p class="small soft">{skipped.slice(0, 5).join(' ')}</p>}
    </details>
  )
}

function OwnFile({ file: { name, airspaces }, remove }: { file: OwnAirspaceFile; remove: () => void }) {
  return (
    <li class="own-file">
      <span>
        {name} ({texts.flight.airspaces(airspaces, formatWhole(airspaces))})
      </span>
      <button class="secondary small" aria-label={texts.flight.removeNamed(name)} onClick={remove}>
        {texts.flight.remove}
      </button>
    </li>
  )
}
