export const captureKinds = ['camera', 'microphone'] as const
/** A device to record from. */
export type CaptureKind = (typeof captureKinds)[number]
