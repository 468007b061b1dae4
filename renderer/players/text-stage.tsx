import { useEffect, useEffectEvent, useState } from 'react'
import { say } from '../../shared/i18n/say.ts'
import type { TextFetchResult } from '../media/fetch-text.ts'
import { fetchText } from '../media/fetch-text.ts'
import { useCopyText } from '../media/use-copy-text.ts'
import { Button } from '../ui/button.tsx'
import { formatBytes } from '../ui/format.ts'
import type { PlayedResult } from './playable-media.ts'
import styles from './text-stage.module.css'

/**
 * Maximum number of bytes to show. The page renders this much text without a pause, and a single `clipboard.writeText` request can copy it.
 */
const maxBytes = 190_000

/** A plain text to read, scroll and copy. */
export function TextStage({
  result,
  src,
  title,
  onMissing,
  onSaveAs
}: {
  readonly result: PlayedResult
  readonly src: string
  readonly title: string
  readonly onMissing: () => void
  readonly onSaveAs: () => void
}) {
  const [read, setRead] = useState<Exclude<TextFetchResult, { state: 'missing' }> | null>(null)
  const copy = useCopyText()
  const take = useEffectEvent((found: TextFetchResult) => (found.state === 'missing' ? onMissing() : setRead(found)))
  useEffect(() => {
    const listening = new AbortController()
    fetchText(src, maxBytes, listening.signal).then(take, () => undefined)
    return () => listening.abort()
  }, [src])
  if (read === null) return <div className={styles.stage} aria-busy="true" />
  if (read.state === 'not-text') return <Note result={result} onSaveAs={onSaveAs} />
  const { text, isWhole } = read
  return (
    <>
      {/* Focusable, so that the arrow keys scroll the text. */}
      <section className={styles.stage} aria-label={title} tabIndex={0}>
        <pre dir="auto" className={styles.text}>
          {text}
        </pre>
      </section>
      <div className={styles.bar}>
        <Button icon="copy" onClick={() => copy(text)}>
          {say('Copy')}
        </Button>
        {!isWhole && (
          <span className="ink-2">{say('Only the beginning is shown. File size: {size}.', { size: formatBytes(result.bytes) })}</span>
        )}
      </div>
    </>
  )
}

function Note({ result, onSaveAs }: { readonly result: PlayedResult; readonly onSaveAs: () => void }) {
  return (
    <div className={styles.note}>
      <p>
        {say('Kiln can’t display this format ({contentType}, {size}). The file is complete. Save it and open it in another app.', {
          contentType: result.contentType,
          size: formatBytes(result.bytes)
        })}
      </p>
      <Button icon="download" onClick={onSaveAs}>
        {say('Save as…')}
      </Button>
    </div>
  )
}
