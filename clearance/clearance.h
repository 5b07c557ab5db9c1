// The umbrella a user includes: shapes, poses, queries, worlds, certificates and their checker, files.
#pragma once

#include <clearance/base/result.h>
#include <clearance/build/convex_hull.h>
#include <clearance/build/mesh.h>
#include <clearance/build/parts.h>
#include <clearance/build/primitives.h>
#include <clearance/io/mesh_file.h>
#include <clearance/io/result_file.h>
#include <clearance/io/scene_file.h>
#include <clearance/math/pose.h>
#include <clearance/narrow/half_space_query.h>
#include <clearance/narrow/mesh_point.h>
#include <clearance/narrow/mesh_query.h>
#include <clearance/narrow/query.h>
#include <clearance/narrow/ray.h>
#include <clearance/narrow/shape_query.h>
#include <clearance/narrow/solid_contact.h>
#include <clearance/proof/check.h>
#include <clearance/proof/check_mesh.h>
#include <clearance/shape/half_space.h>
#include <clearance/shape/mesh.h>
#include <clearance/shape/parts.h>
#include <clearance/shape/polytope.h>
#include <clearance/shape/rounded.h>
#include <clearance/world/presets.h>
#include <clearance/world/world.h>
