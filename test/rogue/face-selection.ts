import type { Task } from '../../shared/task/task.ts'
import type { RogueSetup } from './open-rogue-setup.ts'

/** Submits a face swap of two photos and waits until the task needs a face selection. */
export async function submitRogueFaceSwap(setup: RogueSetup): Promise<Task> {
  const values = {
    targetImageUrl: { file: await setup.photo('family.png') },
    referenceFaceImageUrl: { file: await setup.photo('potter.png') }
  }
  const task = await setup.studio.submit({ capability: 'face-swap', values })
  return setup.until(task.id, 'needs_input')
}

/** Selects the second face that the service offers. */
export async function chooseSecondFace(setup: RogueSetup, id: string): Promise<void> {
  const { faces } = await setup.studio.faces(id)
  await setup.studio.selectFaces(id, { kind: 'faces', picks: [{ faceId: faces[1]?.id ?? '', reference: 0 }] })
}
