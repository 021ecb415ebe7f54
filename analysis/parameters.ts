// The parameters of a flight's analysis, as data. docs/decisions/analysis.md has the reasons and the measurements.

export const parameters = {
  /** Over a longer gap between two fixes nothing is known. */
  gapSeconds: 15,
  /** From one fix to the next: of a turn there may be too few of them to follow its heading. */
  longStepSeconds: 6,
  /** Share of the speed: a lesser change of velocity from step to step is no turn. */
  minTurnShare: 0.45,
  /** At so many fixes it changes by that much where circles have few fixes. */
  minTurnFixes: 4,
  /** Share of the velocity, less its mean, that a step has of the one before: more of it is straights and bends. */
  maxKept: 0.15,
  /** Share of its square that is across its main direction: less of it is beats along a ridge. */
  minAcross: 0.08,
  /** Share of it that a step has against the one before: more of it is half a turn from step to step. */
  minReversed: 0.5,
  /** Share of the speed on a straight. */
  circlingSpeed: 0.9,
  /** Between fixes that are farther apart, the quickest circles leave no trace. */
  unseenSeconds: 10,
  /** Share of the speed: a wing that is slower through the air over such a step may have circled. */
  unseenShare: 0.5,
  /** To each side, for a velocity: a position has a grid of 1.85 m. */
  halfWindowSeconds: 2,
  /** Metres per second over the ground: what is slower has no direction. */
  minGroundSpeed: 0.5,
  /** The time of a whole turn. */
  turnMinSeconds: 8,
  turnMaxSeconds: 45,
  /** Turns that follow each other within this time are one circling. */
  joinSeconds: 30,
  minTurns: 2,
  /** Metres per second by which the ground velocity of circling varies: less of it is a wing that the wind holds. */
  minSwing: 4,
  /** Metres: a climb and a descent of more are two phases, even without a straight between them. */
  reversalMetres: 100,
  /** With a greater share of the turns in the lesser direction a climb is mixed. */
  mixedShare: 0.2,
  glideMinSeconds: 30,
  glideMinMetres: 500,
  /** Metres; a glide that loses less has no ratio. */
  glideMinLoss: 10,
  /** Metres per second between two places: what is slower stays where it is, be it by short beats or by long ones. */
  soaringSpeed: 2.8,
  soaringSeconds: [60, 240],
  /** Straight distance over track: a way out and a way back that are straighter are two glides. */
  minDirectness: 0.7,
  /** For the best climb. */
  climbSeconds: 20,
  /** Metres per second: a faster change of altitude is the sensor's, not the wing's. */
  maxClimb: 25,
  /** Airspeeds of a circle, metres per second: paragliders have 6 to 13, sailplanes 22 to 38. */
  minAirspeed: 5,
  maxAirspeed: 40,
  /** Share of the airspeed: a circle that fits worse is none. */
  maxResidual: 0.25,
  /** Eighths of the circle, 270 degrees: to less of an arc any circle fits. */
  minOctants: 6,
  /** The same where a turn has few fixes: 0.25 all around, 0 to and fro. */
  minSparseSpread: 0.05,
  /** Seconds after which a gust, or what a pilot does about it, says something new about the wind. */
  gustSeconds: 16,
  /** At least so many steps, where a turn has few of them. */
  gustSteps: 3,
  /** Turns from which the wind at one altitude is measured. */
  windTurns: 2,
  /** Turns over which drift is measured. */
  driftTurns: 3,
  /**
   * Share of the airspeed: in more wind a wing that circles may not turn over the ground, and is looked at through
   * the air.
   */
  strongWind: 0.4,
  /** Metres per second: the direction of less wind means nothing. */
  minWind: 1,
  /** Metres of altitude in a band of the profile. */
  bandMetres: 200,
} as const
