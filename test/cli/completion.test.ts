// run: all
// Completion in the shells themselves, as far as they are here.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { makeFolder } from '#test/support/installation/folder.ts'

const program = join(import.meta.dirname, '../../cli/main.ts')
const isThere = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0
const skipUnless = (shell: string) => ({ skip: isThere(shell) ? false : `${shell} is not on this machine` })

/** The completed line, or the proposals for its last word. */
const cases: [line: string, proposed: string[]][] = [
  ['cloudstreet tri', ['trigger']],
  ['cloudstreet upload --pa', ['--parallel']],
  ['cloudstreet upload --prof', ['--profile']],
  ['cloudstreet upload fl', ['flight one.igc']],
  ['cloudstreet watch fo', ['folder/']],
  ['cloudstreet trigger flight.d', ['flight.deleted']],
  ['cloudstreet export --format z', ['zip']],
  ['cloudstreet verify-ranking --fi', ['--files']],
  ['cloudstreet download abc --fo', ['--force']],
  ['cloudstreet completion f', ['fish']],
]

suite('completion', () => {
  const folder = makeFolder({ after })
  mkdirSync(join(folder, 'folder'))
  writeFileSync(join(folder, 'flight one.igc'), '')
  const write = (shell: string) => {
    const path = join(folder, `script.${shell}`)
    writeFileSync(path, execFileSync(process.execPath, [program, 'completion', shell]))
    return path
  }

  test('bash', skipUnless('bash'), () => {
    const script = write('bash')
    const ask = `source ${script}; COMP_WORDS=($1); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _cloudstreet; printf '%s\\n' "\${COMPREPLY[@]}"`
    for (const [line, proposed] of cases) {
      const out = execFileSync('bash', ['--norc', '-c', ask, 'bash', line], { cwd: folder }).toString()
      // The slash is added when it is shown.
      assert.deepEqual(
        out.trim().split('\n'),
        proposed.map((name) => name.replace(/\/$/, '')),
        line,
      )
    }
  })

  test('fish', skipUnless('fish'), () => {
    const script = write('fish')
    const ask = cases.map(([line]) => `complete -C '${line}'; echo ---`).join('; ')
    const out = execFileSync('fish', ['--no-config', '-c', `source ${script}; ${ask}`], {
      cwd: folder,
      env: { ...process.env, HOME: folder },
    })
    const answers = out.toString().split('---\n').slice(0, -1)
    assert.deepEqual(
      answers.map((answer) =>
        answer
          .trim()
          .split('\n')
          .map((text) => text.split('\t')[0]),
      ),
      cases.map(([, proposed]) => proposed),
    )
  })

  test('zsh', skipUnless('zsh'), () => {
    const script = write('zsh')
    // A separate terminal: zsh completes nowhere else. The line after the key is written to a file.
    const ask = join(folder, 'ask.zsh')
    writeFileSync(
      ask,
      `zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z 'autoload -Uz compinit; compinit -u -D; source ${script}; note() { print -r -- "$BUFFER" >> ${folder}/lines; BUFFER= }; zle -N note; bindkey "^T" note; bindkey "^I" complete-word; : > ${folder}/ready'
while [ ! -e ${folder}/ready ]; do sleep 0.02; done
${cases.map(([line]) => `zpty -w -n z $'${line}\\t\\x14'`).join('\n')}
for ((i = 0; i < 500; i++)); do [ "$(cat ${folder}/lines 2>/dev/null | wc -l)" -ge ${cases.length} ] && break; sleep 0.02; done
cat ${folder}/lines
zpty -d z
`,
    )
    const out = execFileSync('zsh', ['-f', ask], {
      cwd: folder,
      env: { ...process.env, HOME: folder },
      timeout: 300_000,
    })
    const expected = cases.map(([line, [name = '']]) =>
      line.replace(/\S+$/, name.replaceAll(' ', String.raw`\ `)).trimEnd(),
    )
    assert.deepEqual(
      out
        .toString()
        .trim()
        .split('\n')
        .map((line) => line.trimEnd()),
      expected,
    )
  })
})
