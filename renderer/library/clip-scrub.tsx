import { useEffect, useRef } from 'react'
import { mediaPaths } from '../../shared/media-paths.ts'
import styles from './clip-scrub.module.css'

/** A clip under the pointer: it shows the moment that lies where the pointer is, from its beginning at the left to its end at the right. */
export function ClipScrub({ itemId }: { readonly itemId: string }) {
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
      // A seek that is on its way is finished first: the frames come as fast as they can be had.
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
        src={mediaPaths.result(itemId)}
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
