import type { TeamFile } from "../team/file.ts"
import { seatFingerprint, sectionFingerprints } from "../team/fingerprint.ts"
import type { Fingerprints } from "./record.ts"

/** The digests of a file's owner sections and seats as a record keeps them; `digest` is the sha256 of a text in hex. */
export const fingerprintsOf = (file: TeamFile, digest: (text: string) => string): Fingerprints => ({
  sections: Object.fromEntries(
    [...sectionFingerprints(file)].map(([name, text]) => [name, digest(text)] as const)
  ),
  seats: Object.fromEntries(file.seats.map((seat) => [seat.name, digest(seatFingerprint(seat))] as const))
})
