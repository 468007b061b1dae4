import type { ReactNode } from 'react'
import type { ForcedState } from './force-states.ts'
import { forcedAttribute } from './force-states.ts'
import styles from './building-blocks.module.css'

/** One block in one state. `as`: as if a pointer, the focus or a press were on it. */
export function Specimen({ name, as, isWide = false, children }: SpecimenProps) {
  return (
    <figure className={isWide ? styles.wide : styles.specimen}>
      <div
        className={styles.ground}
        ref={(ground) => {
          const control = ground?.querySelector('button, input, textarea, select')
          if (as !== undefined) control?.setAttribute(forcedAttribute, as)
          // The box of a field is what shows its states.
          if (as !== undefined && control?.matches('input:not([type=range])') === true)
            control.parentElement?.setAttribute(forcedAttribute, as)
        }}
      >
        {children}
      </div>
      <figcaption>{name}</figcaption>
    </figure>
  )
}

type SpecimenProps = {
  readonly name: string
  readonly as?: ForcedState
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** At rest, and under a hand in each way. */
export function InHand({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <Specimen name="rest">{children}</Specimen>
      <Specimen name="hover" as="hover">
        {children}
      </Specimen>
      <Specimen name="focus" as="focus-visible">
        {children}
      </Specimen>
      <Specimen name="active" as="active">
        {children}
      </Specimen>
    </>
  )
}

export function Block({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <section aria-label={name} className={styles.block}>
      <h2>{name}</h2>
      <div className={styles.row}>{children}</div>
    </section>
  )
}
