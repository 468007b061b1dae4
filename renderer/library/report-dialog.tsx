import { useState } from 'react'
import type { LibraryMending, LibraryReport } from '../../shared/library.ts'
import { sentences } from '../../shared/words/join.ts'
import { say } from '../../shared/words/say.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Dialog } from '../ui/dialog.tsx'
import { countWords } from '../ui/figures.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import styles from './report-dialog.module.css'
import type { ReportPart } from './report-parts.ts'
import { reportParts } from './report-parts.ts'
import { lookAtFiles, mendFiles, rebuildLibrary } from './use-library-report.ts'

/** What a look at the files found, and a way out for each. */
export function ReportDialog({ report, onClose }: { readonly report: LibraryReport; readonly onClose: () => void }) {
  const [busy, setBusy] = useState<string | null>(null)
  const sayFailure = useFailureToast()
  const announce = useAnnounce()
  const parts = reportParts(report)
  // A single part says all that there is to say.
  const isSaidBelow = parts.length === 1 && report.found.length + report.takenIn + report.unwritten === 0

  async function run(what: string, work: () => ReturnType<typeof lookAtFiles>): Promise<void> {
    setBusy(what)
    const outcome = await work()
    setBusy(null)
    sayFailure(outcome)
    if (outcome.ok) announce(sentences(...outcome.value.words))
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={say('The files of the library')}
      width="wide"
      actions={
        <>
          <Button look="quiet" busy={busy === 'rebuild' && say('Rebuilding')} onClick={() => void run('rebuild', rebuildLibrary)}>
            {say('Rebuild from the files')}
          </Button>
          <Button icon="refresh" busy={busy === 'look' && say('Looking')} onClick={() => void run('look', lookAtFiles)}>
            {say('Look at every file again')}
          </Button>
        </>
      }
    >
      {!isSaidBelow && (
        <ul className={styles.words}>
          {report.words.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {parts.map((part) => (
        <Part key={part.kind} part={part} busy={busy} onMend={(what, choices) => void run(what, () => mendFiles(choices))} />
      ))}
    </Dialog>
  )
}

/** Rows that are shown; the others are worked off with the button for all. */
const mostRows = 50

function Part({
  part: { kind, title, words, lines },
  busy,
  onMend
}: {
  readonly part: ReportPart
  readonly busy: string | null
  readonly onMend: (what: string, choices: readonly LibraryMending[]) => void
}) {
  const [first] = lines[0]?.choices ?? []
  return (
    <section aria-labelledby={`report-${kind}`}>
      <div className={styles.head}>
        <h3 id={`report-${kind}`} className="strong">
          {title}
        </h3>
        <span className="ink-3 num">{countWords(lines.length)}</span>
        <span className="grow" />
        {first !== undefined && lines.length > 1 && (
          <Button
            size="small"
            busy={busy === kind && say('At it')}
            onClick={() =>
              onMend(
                kind,
                lines.flatMap(({ choices }) => choices[0]?.mending ?? [])
              )
            }
          >
            {say('{words}: all {count, number}', { words: first.words, count: lines.length })}
          </Button>
        )}
      </div>
      <p className="small ink-2">{words}</p>
      <ul className={styles.lines}>
        {lines.slice(0, mostRows).map((line) => (
          <li key={line.id} className={styles.line}>
            <span dir="auto" data-selectable className={classNames('cut', styles.name)} title={line.name}>
              {line.name}
            </span>
            {line.choices.map((choice, place) => (
              <Button
                key={choice.words}
                size="small"
                look={place === 0 ? 'plain' : 'quiet'}
                aria-label={`${choice.words}: ${line.name}`}
                busy={busy === `${line.id} ${choice.words}` && say('At it')}
                onClick={() => onMend(`${line.id} ${choice.words}`, [choice.mending])}
              >
                {choice.words}
              </Button>
            ))}
          </li>
        ))}
      </ul>
      {lines.length > mostRows && <p className="small ink-3">{say('and {count, number} more', { count: lines.length - mostRows })}</p>}
    </section>
  )
}
