# Installation and the CMake package: see docs of find_package(clearance).
