// Takes over the results of a season that was flown elsewhere, from a table. Its mistakes are shown by line.
import { useState } from 'preact/hooks'
import type { ImportedSeason, Season } from '#contract/clubs/api.ts'
import { post, Problem } from '../../parts/api.ts'
import { Choice, Choose } from '../../parts/form/choose.tsx'
import { Field } from '../../parts/form/field.tsx'
import { FormDialog } from '../../parts/form/form-dialog.tsx'
import { navigate } from '../../parts/router.ts'
import { requireTerms } from './season-mistakes.ts'
import { rankingWords, words } from '../words.ts'

const fields = [
  ['seasonName', 'text'],
  ['from', 'date'],
  ['to', 'date'],
] as const

export function PastSeasonForm({ club, onClose }: { club: string; onClose: () => void }) {
  const [wanted, setWanted] = useState({ seasonName: '', from: '', to: '' })
  const [figure, setFigure] = useState<NonNullable<ImportedSeason['figure']>>('points')
  const [werePublic, setPublic] = useState(false)
  const [file, setFile] = useState<File>()
  const [mistakes, setMistakes] = useState<string[]>([])
  const submit = async () => {
    setMistakes([])
    const { seasonName: name, ...days } = wanted
    requireTerms(days)
    const csv = readText(await file!.arrayBuffer())
    const season: ImportedSeason = { club, name, ...days, figure, csv, werePublic }
    try {
      const { data } = await post<{ data: Season }>('/seasons/imported', season)
      navigate(`/app/seasons/${data.id}`)
    } catch (error) {
      const sentences = listMistakes(error)
      if (sentences.length === 0) throw error
      setMistakes(sentences)
    }
  }
  return (
    <FormDialog
      title={rankingWords.pastSeason}
      label={words.save}
      isReady={file !== undefined && Object.values(wanted).every((text) => text.trim() !== '')}
      submit={submit}
      onClose={onClose}
    >
      <p class="soft small">{rankingWords.pastWhat}</p>
      {fields.map(([name, type]) => (
        <Field
          key={name}
          id={`past-${name}`}
          type={type}
          label={rankingWords[name]}
          maxLength={80}
          value={wanted[name]}
          change={(text) => setWanted({ ...wanted, [name]: text })}
        />
      ))}
      <div class="field">
        <label for="past-table">{rankingWords.table}</label>
        <input
          id="past-table"
          type="file"
          accept=".csv,.txt,text/csv"
          onChange={(event) => {
            setMistakes([])
            setFile(event.currentTarget.files?.[0])
          }}
        />
      </div>
      {mistakes.length > 0 && (
        <div class="notice bad" role="alert">
          <div>
            <p>{rankingWords.nothingKept}</p>
            <ul lang="en">
              {mistakes.map((mistake) => (
                <li key={mistake}>{mistake}</li>
              ))}
            </ul>
          </div>
        </div>
      )}
      <Choose label={rankingWords.added} names={rankingWords.addedUp} value={figure} change={setFigure} />
      <Choice label={rankingWords.werePublic} isChosen={werePublic} choose={setPublic} />
    </FormDialog>
  )
}

/** The answer has them one after the other; none where it is about something else. */
function listMistakes(error: unknown): string[] {
  const sentences = error instanceof Problem ? error.message.split(/ (?=Line \d+: )/) : []
  return sentences.filter((sentence) => /^Line \d+: /.test(sentence))
}

/** Spreadsheets still write the encoding of Windows. */
function readText(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
