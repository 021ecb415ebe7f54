// Findings of the reader about a file, in words a pilot understands.

export type Severity = 'error' | 'warning'

export interface Diagnosis {
  /** Line of the file, from 1; 0 when it concerns the file as a whole. */
  line: number
  /** A file is refused exactly when one of its diagnoses is an error. */
  severity: Severity
  /** Stable and short, for programs: `no-date`, `fix-time`, ... */
  code: string
  /** The fault: "Line 14: the time 25:61:00 does not exist." */
  message: string
  /** The remedy, or the repair that was made. */
  hint: string
}

interface Finding {
  severity: Severity
  code: string
  /** Tells findings of one code apart: each kind is reported in full. */
  kind?: string
  /** From 1; without it the finding concerns the file as a whole. */
  line?: number
  /** Without the line and without the full stop. */
  statement: string
  hint: string
}

interface CountedFinding extends Finding {
  line: number
  count: number
}

/**
 * Collects findings, one per code or kind: the first is reported in full, the others are counted. So the answer stays short,
 * whatever the file holds.
 */
export interface Findings {
  add(finding: Finding): void
  /** Counts one more of a code; true when it is the first, which must then be added. */
  isFirst(code: string): boolean
  has(code: string): boolean
  /** The line of the first finding of a code; 0 when there is none. */
  lineOf(code: string): number
  toDiagnoses(): Diagnosis[]
}

export function collectFindings(): Findings {
  const byCode = new Map<string, CountedFinding>()
  return {
    add(finding) {
      const key = finding.kind ? `${finding.code} ${finding.kind}` : finding.code
      const known = byCode.get(key)
      if (known) known.count++
      else byCode.set(key, { line: 0, ...finding, count: 1 })
    },
    isFirst(code) {
      const known = byCode.get(code)
      if (known) known.count++
      return !known
    },
    has: (code) => byCode.has(code),
    lineOf: (code) => byCode.get(code)?.line ?? 0,
    toDiagnoses() {
      const found = [...byCode.values()].toSorted(
        (a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning') || a.line - b.line,
      )
      return found.map(toDiagnosis)
    },
  }
}

function toDiagnosis({ line, severity, code, statement, hint, count }: CountedFinding): Diagnosis {
  const place = line > 0 ? `Line ${line}: ` : ''
  const others =
    count > 2
      ? ` ${count - 1} other lines have the same problem.`
      : count === 2
        ? ' One other line has the same problem.'
        : ''
  return { line, severity, code, message: `${place}${statement}.${others}`, hint }
}
