import type { CSSProperties } from 'react'
import { lazy, Suspense } from 'react'
import type { Capability } from '../../shared/form/capability.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './card-cover.module.css'
import type { Demonstration } from './demonstrations.ts'
import { InputsAndOutput } from './inputs-and-output.tsx'
import type { NewestResult } from './recent-capabilities.ts'

/** Loaded lazily, because the first view of a new user has no results. */
const ResultCover = lazy(async () => ({ default: (await import('./result-cover.tsx')).ResultCover }))

export type CardCoverProps = {
  readonly capability: Capability
  /** The user's newest result. Null before the first one. */
  readonly own: NewestResult | null
  /** Null if there is no demonstration. Undefined while the demonstrations are loading. */
  readonly demonstration: Demonstration | null | undefined
  /** Width of the cover divided by its height. */
  readonly ratio: number
}

/**
 * Shows what a capability does, with the user's newest result. Without a result, shows a demonstration. Without either, shows a drawing of
 * its inputs and output.
 */
export function CardCover({ capability, own, demonstration, ratio }: CardCoverProps) {
  if (own !== null)
    return (
      <Suspense>
        <ResultCover key={own.itemId} capability={capability} own={own} ratio={ratio} />
      </Suspense>
    )
  if (demonstration === undefined) return null
  return demonstration === null ? <InputsAndOutput capability={capability} /> : <DemonstrationFrames demonstration={demonstration} />
}

function DemonstrationFrames({ demonstration: { kind, sheet, frameCount, first } }: { readonly demonstration: Demonstration }) {
  const style = {
    '--sheet': `url("${sheet}")`,
    '--frames': frameCount,
    '--first': `${frameCount > 1 ? (first / (frameCount - 1)) * 100 : 0}%`
  } as CSSProperties
  return (
    <div className={styles.frames} style={style} aria-hidden="true">
      <div className={classNames(styles.frame, kind !== 'wipe' && styles[kind])} />
      {kind === 'wipe' && (
        <>
          <div className={classNames(styles.frame, styles.lastFrame, styles.after)} />
          <div className={styles.line} />
        </>
      )}
    </div>
  )
}
