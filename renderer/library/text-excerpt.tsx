import { useEffect, useState } from 'react'
import { mediaPaths } from '../../shared/library/media-paths.ts'
import { fetchText } from '../media/fetch-text.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './text-excerpt.module.css'

/** Number of bytes to read. Even the largest tile shows less text. */
const maxBytes = 1_500
/** Maximum number of cached excerpts, to limit memory use. */
const maxKept = 300
/** Cached excerpts by URL. A value is null if the text is empty or can't be read. */
const known = new Map<string, string | null>()

/** Shows the first lines of a text. Shows an icon while the text loads, and if it is empty or can't be read. */
export function TextExcerpt({ id, version }: { readonly id: string; readonly version: string }) {
  const address = mediaPaths.tileFile({ id, version })
  const [text, setText] = useState(known.get(address) ?? null)
  useEffect(() => {
    if (known.has(address)) return undefined
    const listening = new AbortController()
    fetchText(address, maxBytes, listening.signal).then(
      (read) => {
        const found = read.state === 'read' && read.text.trim() !== '' ? read.text.trim() : null
        remember(address, found)
        setText(found)
      },
      () => undefined
    )
    return () => listening.abort()
  }, [address])
  return (
    <span className={styles.ground}>
      {text === null ? (
        <Icon name="text" size="l" />
      ) : (
        <span dir="auto" className={styles.lines}>
          {text}
        </span>
      )}
    </span>
  )
}

function remember(address: string, text: string | null): void {
  const [oldest] = known.keys()
  if (known.size >= maxKept && oldest !== undefined) known.delete(oldest)
  known.set(address, text)
}
