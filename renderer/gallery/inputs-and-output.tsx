import type { Capability } from '../../shared/form/capability.ts'
import { inputKindsOf } from './capability-inputs.ts'
import { inputOutputDrawing } from './input-output-drawing.ts'
import styles from './inputs-and-output.module.css'

/** A large drawing such as “image → video”. */
export function InputsAndOutput({ capability }: { readonly capability: Capability }) {
  const { path, width } = inputOutputDrawing(inputKindsOf(capability), capability.output)
  return (
    <div className={styles.drawing} data-output={capability.output} aria-hidden="true">
      <svg viewBox={`0 0 ${width} 15`} style={{ width: width * 2.1 }}>
        <path d={path} />
      </svg>
    </div>
  )
}
