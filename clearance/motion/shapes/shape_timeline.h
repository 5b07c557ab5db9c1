// Question: how is it shown that two moving bodies of triangles or parts share no point at any instant?
// Method:   spans of time one after the other, each as long as its cover holds: both trees of pieces are walked
//           down, and every two pieces that a direction keeps apart throughout the span get a plane. Two elements
//           that none of the directions at hand serves are asked of the search for convex bodies, whose own spans say
//           how much shorter this one must be.
// Proves:   nothing by itself: proof/check_moving_shapes.h checks what it makes.
#pragma once

#include <clearance/motion/patience.h>
#include <clearance/motion/query.h>
#include <clearance/motion/shapes/shape_window.h>

#include <optional>

namespace clearance::detail {

// Over the question's interval; nothing where the bodies are not apart for all of it, or patience is out.
std::optional<Timeline> shape_timeline(const ShapeQuestion& question, const MotionOptions& options,
                                       MotionPatience& patience);

}  // namespace clearance::detail
