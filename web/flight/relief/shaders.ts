// The programs of the graphics card: the ground, lines of an even width, and plain areas.

export const groundVertex = `#version 300 es
uniform mat4 matrix;
uniform vec4 frame;
uniform float fadeKm;
layout(location = 0) in vec3 place;
layout(location = 1) in vec3 normal;
out vec3 at;
out vec3 facing;
out vec2 onMap;
out float known;
void main() {
  at = place;
  facing = normal;
  onMap = (place.xy - frame.xy) / frame.zw;
  // Towards the edges of what is known the land sinks and dissolves into the sky behind it.
  vec2 inside = min(onMap, 1.0 - onMap) * frame.zw;
  known = smoothstep(0.0, fadeKm, min(inside.x, inside.y));
  gl_Position = matrix * vec4(place.xy, place.z * known, 1.0);
}`

/** Tones by height, a light in the north-west, contour lines, and the map of water, rivers and shadow on top. */
export const groundFragment = `#version 300 es
precision highp float;
uniform sampler2D map;
uniform vec3 tones[7];
uniform float toneHeights[7];
uniform vec3 contour;
uniform vec3 haze;
uniform vec3 eye;
uniform vec2 hazeFromTo;
uniform float lowest;
uniform float metresPerKm;
uniform float interval;
uniform float ambient;
in vec3 at;
in vec3 facing;
in vec2 onMap;
in float known;
out vec4 colour;
vec3 toneAt(float height) {
  vec3 tone = tones[0];
  for (int index = 1; index < 7; index++)
    tone = mix(tone, tones[index], smoothstep(toneHeights[index - 1], toneHeights[index], height));
  return tone;
}
float lineAt(float height, float step) {
  float steps = height / step;
  float width = fwidth(steps);
  float away = abs(fract(steps - 0.5) - 0.5) / max(width, 1e-5);
  return (1.0 - smoothstep(0.4, 1.3, away)) * (1.0 - smoothstep(0.2, 0.6, width));
}
void main() {
  float height = at.z * metresPerKm + lowest;
  vec3 tone = toneAt(height);
  vec3 up = normalize(facing);
  float sun = dot(up, normalize(vec3(-0.55, 0.5, 0.75)));
  float sky = up.z;
  float light = ambient + (1.0 - ambient) * (0.25 * sky + 0.95 * max(sun, 0.0));
  vec3 ground = tone * light;
  float lines = max(lineAt(height, interval) * 0.16, lineAt(height, interval * 5.0) * 0.3);
  ground = mix(ground, contour, lines);
  vec4 drawn = texture(map, onMap);
  ground = ground * (1.0 - drawn.a) + drawn.rgb;
  float far = smoothstep(hazeFromTo.x, hazeFromTo.y, distance(at, eye));
  float alpha = known * known;
  colour = vec4(mix(ground, haze, max(far * 0.75, 1.0 - known)) * alpha, alpha);
}`

/** A side from point to point, widened on the screen: one instance for each. */
export const lineVertex = `#version 300 es
uniform mat4 matrix;
uniform vec2 screen;
uniform float width;
layout(location = 0) in vec3 from;
layout(location = 1) in vec3 to;
layout(location = 2) in vec4 tint;
out vec4 shade;
out vec2 across;
const vec2 corners[6] = vec2[](vec2(0, -1), vec2(1, -1), vec2(0, 1), vec2(0, 1), vec2(1, -1), vec2(1, 1));
void main() {
  vec2 corner = corners[gl_VertexID];
  vec4 start = matrix * vec4(from, 1.0);
  vec4 end = matrix * vec4(to, 1.0);
  vec2 way = (end.xy / end.w - start.xy / start.w) * screen;
  float size = length(way);
  way = size > 1e-6 ? way / size : vec2(1, 0);
  vec4 here = corner.x < 0.5 ? start : end;
  // Longer by half its width on both ends: corners have no gaps.
  vec2 aside = vec2(-way.y, way.x) * corner.y + way * (corner.x * 2.0 - 1.0) * 0.5;
  here.xy += aside * width / screen * here.w;
  shade = tint;
  across = vec2(corner.y, 0);
  gl_Position = start.w <= 0.0 || end.w <= 0.0 ? vec4(2, 2, 2, 1) : here;
}`

export const lineFragment = `#version 300 es
precision mediump float;
uniform vec4 plain;
uniform float opacity;
in vec4 shade;
in vec2 across;
out vec4 colour;
void main() {
  float edge = 1.0 - smoothstep(0.7, 1.0, abs(across.x));
  vec3 tint = mix(shade.rgb, plain.rgb, plain.a);
  float alpha = opacity * edge * shade.a;
  colour = vec4(tint * alpha, alpha);
}`

/** The curtain below the track. */
export const areaVertex = `#version 300 es
uniform mat4 matrix;
layout(location = 0) in vec3 place;
layout(location = 1) in vec4 tint;
out vec4 shade;
void main() {
  shade = tint;
  gl_Position = matrix * vec4(place, 1.0);
}`

export const areaFragment = `#version 300 es
precision mediump float;
uniform float opacity;
in vec4 shade;
out vec4 colour;
void main() {
  float alpha = opacity * shade.a;
  colour = vec4(shade.rgb * alpha, alpha);
}`
