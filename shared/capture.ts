export const captureKinds = ['camera', 'microphone'] as const
/** Devices that can be recorded from. */
export type CaptureKind = (typeof captureKinds)[number]
