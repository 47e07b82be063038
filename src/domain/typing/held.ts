/** Proof that the caller holds the seat's lock for as long as it types (design §6, case 78). Made by the seat lock alone. */
export interface SeatHeld {
  readonly _tag: "SeatHeld"
  readonly seat: string
}
