import type { ReactNode } from 'react'
import type { ForcedState } from './force-states.ts'
import { forcedStateAttribute } from './force-states.ts'
import styles from './building-blocks.module.css'

/** A component in one state. `as`: the simulated state (pointer, focus or press). */
export function Specimen({ name, as, isWide = false, children }: SpecimenProps) {
  return (
    <figure className={isWide ? styles.wide : styles.specimen}>
      <div
        className={styles.ground}
        ref={(ground) => {
          const control = ground?.querySelector('button, input, textarea, select')
          if (as !== undefined) control?.setAttribute(forcedStateAttribute, as)
          // A text field's states are visible on its parent element, so the parent needs the attribute too.
          if (as !== undefined && control?.matches('input:not([type=range])') === true)
            control.parentElement?.setAttribute(forcedStateAttribute, as)
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

/** Shows the same content without interaction and in each interaction state. */
export function InteractionStates({ children }: { readonly children: ReactNode }) {
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

export function SpecimenBlock({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <section aria-label={name} className={styles.block}>
      <h2>{name}</h2>
      <div className={styles.row}>{children}</div>
    </section>
  )
}
