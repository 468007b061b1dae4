import { useEffect, useState } from 'react'
import { mediaPaths } from '../../shared/media-paths.ts'
import { readText } from '../bridge/read-text.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './text-excerpt.module.css'

/** More than a tile shows at any size. */
const mostBytes = 1_500
/** Excerpts of more items would be memory for tiles that are far away. */
const mostKept = 300
const known = new Map<string, string | null>()

/** A text by its first lines. Before they are known, and where they can't be read, a sign alone. */
export function TextExcerpt({ itemId }: { readonly itemId: string }) {
  const [text, setText] = useState(known.get(itemId) ?? null)
  useEffect(() => {
    if (known.has(itemId)) return undefined
    const listening = new AbortController()
    readText(mediaPaths.result(itemId), mostBytes, listening.signal).then(
      (read) => {
        const found = read.state === 'read' && read.text.trim() !== '' ? read.text.trim() : null
        remember(itemId, found)
        setText(found)
      },
      () => undefined
    )
    return () => listening.abort()
  }, [itemId])
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

function remember(itemId: string, text: string | null): void {
  const [oldest] = known.keys()
  if (known.size >= mostKept && oldest !== undefined) known.delete(oldest)
  known.set(itemId, text)
}
