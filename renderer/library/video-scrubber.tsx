import { useEffect, useRef } from 'react'
import type { LibraryItem } from '../../shared/library/library.ts'
import { mediaPaths } from '../../shared/library/media-paths.ts'
import styles from './video-scrubber.module.css'

/** Lets the user scrub a video by moving the pointer over its tile. The left edge is the start of the video, and the right edge its end. */
export function VideoScrubber({ item }: { readonly item: LibraryItem }) {
  const clip = useRef<HTMLVideoElement>(null)
  const line = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const tile = clip.current?.parentElement
    if (!tile || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined
    function move(event: PointerEvent): void {
      const { left, width } = (event.currentTarget as HTMLElement).getBoundingClientRect()
      const share = Math.min(1, Math.max(0, (event.clientX - left) / width))
      if (line.current) {
        line.current.hidden = false
        line.current.style.left = `${share * 100}%`
      }
      const video = clip.current
      // A seek in progress isn't interrupted, so that new frames appear as fast as possible.
      if (!video || !Number.isFinite(video.duration) || video.seeking) return
      video.currentTime = share * Math.max(0, video.duration - 0.05)
      video.dataset['shown'] = ''
    }
    tile.addEventListener('pointermove', move)
    return () => tile.removeEventListener('pointermove', move)
  }, [])
  return (
    <>
      <video
        ref={clip}
        src={mediaPaths.tileFile(item)}
        muted
        playsInline
        preload="auto"
        tabIndex={-1}
        aria-hidden="true"
        className={styles.clip}
      />
      <span ref={line} hidden className={styles.line} />
    </>
  )
}
