// The shaders of bodies. Where a body stands and how it looks is in a texture, a row for each piece, so that moving,
// colouring or hiding bodies uploads a few numbers and no geometry.
import { DoubleSide, GLSL3, RawShaderMaterial, type IUniform, type Side } from "three";

// Drawn in turn: what is solid, what is hardly there, what is seen through. So a faint body in front of the chosen ones
// does not grey them.
export const solidFrom = 0.999;
export const faintBelow = 0.4;

export const texelsPerRow = 5;
export const rowsAcross = 256;

// Depth is told by the logarithm where near and far are too far apart for the depth buffer.
const logDepthVertex = `
#ifdef LOG_DEPTH
out float fromEye;
#endif`;
const logDepthFragment = `
#ifdef LOG_DEPTH
in float fromEye;
uniform vec2 depthRange; // near, 1 / log2(1 + far / near)
#endif
void writeDepth() {
#ifdef LOG_DEPTH
  gl_FragDepth = log2(1.0 + fromEye / depthRange.x) * depthRange.y;
#endif
}`;

export const logDepth = {
  vertex: logDepthVertex,
  fragment: logDepthFragment,
  set: `
#ifdef LOG_DEPTH
  fromEye = gl_Position.w;
#endif`,
};

export const sectionFragment = `
#ifdef SECTION
uniform vec4 section; // in the eye's frame: what has a larger dot product with xyz than w is cut away
void cut(vec3 p) { if (dot(section.xyz, p) > section.w) discard; }
#else
void cut(vec3 p) {}
#endif`;

const rowVertex = `
precision highp float;
precision highp int;
uniform mat4 viewMatrix, projectionMatrix;
uniform highp sampler2D rows;
uniform int drawnPass;
in vec3 position;
in float row;
vec4 texel(int k) {
  int r = int(row + 0.5);
  return texelFetch(rows, ivec2(${texelsPerRow} * (r % ${rowsAcross}) + k, r / ${rowsAcross}), 0);
}
vec3 inEye(vec3 p) {
  vec4 q = vec4(p, 1.0);
  vec3 world = vec3(dot(texel(0), q), dot(texel(1), q), dot(texel(2), q));
  return (viewMatrix * vec4(world, 1.0)).xyz;
}
int passOf(float alpha) { return alpha >= ${solidFrom.toFixed(3)} ? 0 : alpha < ${faintBelow.toFixed(3)} ? 1 : 2; }
const vec4 nowhere = vec4(2.0, 2.0, 2.0, 1.0);`;

const faceVertex = `${rowVertex}
#ifdef SMOOTH
in vec3 normal;
out vec3 outward;
#endif
${logDepthVertex}
out vec3 eye;
flat out vec4 color;
flat out vec4 look;
void main() {
  color = texel(3);
  look = texel(4);
  if (color.a <= 0.0 || passOf(color.a) != drawnPass) { gl_Position = nowhere; return; }
  eye = inEye(position);
#ifdef SMOOTH
  vec4 n = vec4(normal, 0.0);
  outward = mat3(viewMatrix) * vec3(dot(texel(0), n), dot(texel(1), n), dot(texel(2), n));
#endif
  // What is seen through lies over a face in the same plane, not now before and now behind it.
  gl_Position = projectionMatrix * vec4(drawnPass > 0 ? eye * 0.9997 : eye, 1.0);
  ${logDepth.set}
}`;

// look: x brightens a chosen body, y is 1 for a closed surface that faces outward, −1 inward, 0 open; z is how long its
// edges are, w how strong.
const faceFragment = `
precision highp float;
in vec3 eye;
flat in vec4 color;
flat in vec4 look;
#ifdef SMOOTH
in vec3 outward;
#endif
uniform float density; // pixels drawn for one of the page
#ifdef SECTION
uniform mat4 projectionMatrix;
#endif
${logDepthFragment}
${sectionFragment}
out vec4 result;
void main() {
  cut(eye);
#ifdef SMOOTH
  vec3 n = normalize(outward);
  if (dot(n, eye) > 0.0) n = -n;
#else
  vec3 n = normalize(cross(normalize(dFdx(eye)), normalize(dFdy(eye))));
#endif
  float key = max(dot(n, vec3(0.28, 0.64, 0.72)), 0.0);
  float light = 0.44 + 0.46 * key + 0.16 * max(n.z, 0.0);
  vec3 shade = color.rgb * light + vec3(0.05) * key;
  float nearer = 1.0;
#ifdef SECTION
  // Behind the cut the eye sees a solid from within: there its cross section is drawn, hatched.
  if (look.y != 0.0 && (gl_FrontFacing ? 1.0 : -1.0) * look.y < 0.0) {
    float stripe = abs(fract((gl_FragCoord.x + gl_FragCoord.y) / (9.0 * density)) - 0.5);
    shade = mix(color.rgb * 0.55, color.rgb * 0.95 + 0.05, smoothstep(0.12, 0.2, stripe));
    nearer = 0.9988; // before the edges of this back, which would show through
  }
#endif
  shade = mix(shade, vec3(1.0), 0.18 * look.x);
  result = vec4(shade, color.a);
#ifdef LOG_DEPTH
  gl_FragDepth = log2(1.0 + nearer * fromEye / depthRange.x) * depthRange.y;
#elif defined(SECTION)
  float z = nearer * eye.z;
  float capped = 0.5 - 0.5 * (projectionMatrix[2][2] * z + projectionMatrix[3][2]) / z;
  gl_FragDepth = nearer < 1.0 ? capped : gl_FragCoord.z;
#endif
}`;

// Edges stand a little nearer than the faces that they bound.
const edgeVertex = `${rowVertex}
${logDepthVertex}
uniform float strength;
uniform vec4 tint; // mixed in by its alpha
uniform float pixels;
out vec4 color;
out vec3 eye;
void main() {
  vec4 own = texel(3);
  vec4 look = texel(4);
  if (own.a <= 0.0 || look.w <= 0.0 || passOf(own.a) != drawnPass) { gl_Position = nowhere; return; }
  eye = inEye(position);
  // A web of edges a few pixels long would only blacken the body.
  vec4 middle = viewMatrix * vec4(texel(0).w, texel(1).w, texel(2).w, 1.0); // the same for both ends of an edge
  float seen = smoothstep(2.0, 9.0, look.z * pixels / max(-middle.z, 1e-9));
  if (seen < 0.03) { gl_Position = nowhere; return; }
  color = vec4(mix(own.rgb, tint.rgb, tint.a), strength * look.w * seen);
  gl_Position = projectionMatrix * vec4(eye * 0.9992, 1.0);
  ${logDepth.set}
}`;

const edgeFragment = `
precision highp float;
in vec4 color;
in vec3 eye;
${logDepthFragment}
${sectionFragment}
out vec4 result;
void main() {
  cut(eye);
  result = color;
  writeDepth();
}`;

export type Pass = 0 | 1 | 2;
export type Uniforms = Record<string, IUniform>;

// One set of values that all materials share: each is given by reference.
export class Materials {
  readonly shared: Uniforms;
  private readonly made: RawShaderMaterial[] = [];
  private flags = "";

  constructor(shared: Uniforms) {
    this.shared = shared;
  }

  make(
    vertexShader: string,
    fragmentShader: string,
    options: {
      defines?: Record<string, number>;
      uniforms?: Uniforms;
      transparent?: boolean;
      depthWrite?: boolean;
      depthTest?: boolean;
      side?: Side;
    },
  ): RawShaderMaterial {
    const material = new RawShaderMaterial({
      glslVersion: GLSL3,
      vertexShader,
      fragmentShader,
      uniforms: { ...this.shared, ...options.uniforms },
      defines: { ...options.defines },
      transparent: options.transparent ?? false,
      depthWrite: options.depthWrite ?? true,
      depthTest: options.depthTest ?? true,
      side: options.side ?? DoubleSide,
    });
    this.made.push(material);
    return material;
  }

  faces(smooth: boolean, pass: Pass): RawShaderMaterial {
    return this.make(faceVertex, faceFragment, {
      defines: smooth ? { SMOOTH: 1 } : {},
      uniforms: { drawnPass: { value: pass } },
      transparent: pass > 0,
      depthWrite: pass === 0,
    });
  }

  edges(pass: Pass, strength: number, tint: IUniform): RawShaderMaterial {
    return this.make(edgeVertex, edgeFragment, {
      uniforms: { drawnPass: { value: pass }, strength: { value: strength }, tint },
      transparent: true,
      depthWrite: false,
    });
  }

  // Programs are made anew only when a flag changes: a section begins or ends, depths need logarithms.
  set(section: boolean, logarithms: boolean): void {
    const flags = `${section} ${logarithms}`;
    if (flags === this.flags) return;
    this.flags = flags;
    for (const material of this.made) {
      const { defines } = material;
      delete defines["SECTION"];
      delete defines["LOG_DEPTH"];
      if (section) defines["SECTION"] = 1;
      if (logarithms) defines["LOG_DEPTH"] = 1;
      material.needsUpdate = true;
    }
  }
}
