// The files of a watched folder: which were brought in, which wait, which were refused and why.
import type { SourceFile } from '#contract/forwards/destinations.ts'
import { format } from '../language/texts.ts'
import { Dialog } from '../parts/dialog.tsx'
import { useData } from '../parts/load.ts'
import { ProblemNotice } from '../parts/notices.tsx'
import type { ForwardTexts } from './words.ts'

const tones = { stored: 'good', waiting: '', refused: 'bad' } as const

export function FilesDialog({
  words: { sources: words },
  label,
  path,
  onClose,
}: {
  words: ForwardTexts
  label: string
  path: string
  onClose: () => void
}) {
  const files = useData<SourceFile[]>(`${path}/files`)
  return (
    <Dialog title={label} onClose={onClose}>
      <ProblemNotice problem={files.problem} />
      {files.value?.length === 0 && <p>{words.noFiles}</p>}
      <ul class="forwards">
        {files.value?.map((file) => (
          <li key={file.path}>
            <div>
              <strong>{file.path}</strong>{' '}
              <span class={`tag ${tones[file.state]}`}>{words.fileStates[file.state]}</span>
              {file.words !== null && <p class="small">{file.words}</p>}
              <p class="small soft">{format.moment(Date.parse(file.takenAt))}</p>
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
